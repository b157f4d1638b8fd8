//! Timelines of small assemblies, as text.

use expect_test::{Expect, expect};

use super::*;
use crate::tests::{read, read_among};

/// The waves of a scenario, one per line; what never happens is after a dash. Cycles and notes follow.
fn waves(descriptor: &Descriptor, scenario: &str) -> String {
    let timeline = descriptor.timeline(scenario).expect("the scenario exists");
    let schedule = timeline.schedule();
    let mut text = String::new();
    for wave in 0..schedule.count {
        let steps = (0..timeline.steps.len()).filter(|step| schedule.waves[*step] == wave);
        let steps = steps.map(|step| {
            let calls = &timeline.steps[step].calls;
            let calls = if calls.is_empty() { String::new() } else { format!(" ({})", calls.join(", ")) };
            format!("{}{calls}", timeline.name(step))
        });
        let dash = if wave < schedule.reached { "" } else { "- " };
        text += &format!("{dash}{}\n", steps.collect::<Vec<_>>().join("; "));
    }
    for cycle in &schedule.cycles {
        let causes = cycle.iter().map(|at| timeline.orders[*at].cause.text.as_str());
        text += &format!("cycle: {}\n", causes.collect::<Vec<_>>().join("; "));
    }
    for note in &timeline.notes {
        text += &format!("note: {}\n", note.text);
    }
    text
}

fn check(descriptor: &Descriptor, scenario: &str, expected: Expect) {
    expected.assert_eq(&waves(descriptor, scenario));
}

const STREAMER: &str = include_str!("../../../../public/samples/streamer_cluster.yaml");

#[test]
fn the_streamer_cluster_comes_up_and_goes_down() {
    let streamer = read("tnco", STREAMER);
    check(
        &streamer,
        "up",
        expect![[r#"
            `management-network` Found; `public-network` Found
            `net_video` Installed; `uses-management-network` Created; `balancer-uses-public-network` Created
            `streamer` Installed; `balancer` Installed; `net_video` Inactive
            `net_video` Active
            `uses-net_video` Created
            `streamer` Inactive; `balancer` Inactive
            `streamer` Active
            `balanceStreamer` Created (balancer.AddBalancedHttpServer)
            `balancer` Active
            note: unknown component or reference `storage` in relationship `uses-net_video`; this end is ignored
            note: unknown component or reference `storage` in relationship `uses-management-network`; this end is ignored
        "#]],
    );
    check(
        &streamer,
        "down",
        expect![[r#"
        `uses-net_video` Ceased; `uses-management-network` Ceased; `balancer-uses-public-network` Ceased; `balanceStreamer` Ceased (balancer.RemoveBalancedHttpServer)
        `streamer` Inactive; `balancer` Inactive; `net_video` Inactive
        `streamer` Removed; `balancer` Removed
        `net_video` Removed
    "#]],
    );
    check(
        &streamer,
        "upgrade",
        expect![[r#"
        `net_video` Upgraded
        `streamer` Upgraded; `balancer` Upgraded
    "#]],
    );
    check(
        &streamer,
        "heal:balancer",
        expect![[r#"
        `balanceStreamer` Ceased (balancer.RemoveBalancedHttpServer)
        `balancer` Broken
        `balancer` Inactive
        `balanceStreamer` Created (balancer.AddBalancedHttpServer)
        `balancer` Active
    "#]],
    );
    check(
        &streamer,
        "scale-out:streamer",
        expect![[r#"
        `streamer` Installed; `uses-net_video` Created; `uses-management-network` Created
        `streamer` Inactive
        `streamer` Active
        `balanceStreamer` Created (balancer.AddBalancedHttpServer)
        note: unknown component or reference `storage` in relationship `uses-net_video`; this end is ignored
        note: unknown component or reference `storage` in relationship `uses-management-network`; this end is ignored
    "#]],
    );
    check(
        &streamer,
        "scale-in:streamer",
        expect![[r#"
        `uses-net_video` Ceased; `uses-management-network` Ceased; `balanceStreamer` Ceased (balancer.RemoveBalancedHttpServer)
        `streamer` Inactive
        `streamer` Removed
    "#]],
    );
}

const PAIR: &str = "\
name: assembly::a::1.0
composition:
  db: {type: 'resource::db::1.0'}
  web: {type: 'resource::web::1.0', properties: {ip: {value: '${db.ip}'}}}
references:
  net: {type: 'resource::net::1.0'}
";

fn pair(relationships: &str) -> Descriptor {
    read("tnco", &format!("{PAIR}relationships:\n{relationships}"))
}

#[test]
fn modifiers_turn_the_order_around() {
    let relationship = |modifiers: &str| {
        pair(&format!(
            "  r: {{source-capabilities: [db.x], target-requirements: [web.y], source-state: Active, target-state: Inactive{modifiers}}}\n"
        ))
    };
    check(
        &relationship(""),
        "up",
        expect![[r#"
            `net` Found
            `db` Installed
            `db` Inactive; `web` Installed
            `db` Active
            `r` Created
            `web` Inactive
            `web` Active
        "#]],
    );
    check(
        &relationship(", source-state-modifier: pre, target-state-modifier: post"),
        "up",
        expect![[r#"
            `net` Found
            `db` Installed
            `db` Inactive; `web` Installed
            `web` Inactive
            `web` Active; `r` Created
            `db` Active
        "#]],
    );
    check(
        &relationship(", target-state-modifier: post"),
        "down",
        expect![[r#"
        `web` Inactive; `r` Ceased
        `db` Inactive; `web` Removed
        `db` Removed
    "#]],
    );
}

#[test]
fn relationships_that_wait_for_each_other_are_shown_with_their_causes() {
    let text = "
  r1: {source-capabilities: [db.x], target-requirements: [web.y], source-state: Active, target-state: Active}
  r2: {source-capabilities: [web.x], target-requirements: [db.y], source-state: Active, target-state: Active}
  r3: {source-capabilities: [net], target-requirements: [web.n], source-state: Active, target-state: Inactive}
";
    let pair = pair(text);
    check(
        &pair,
        "up",
        expect![[r#"
            `net` Found
            `db` Installed; `r3` Created
            `db` Inactive; `web` Installed
            `web` Inactive
            - `db` Active
            - `r1` Created
            - `web` Active
            - `r2` Created
            cycle: `r1` is created after `db` is Active; `r1` is created before `web` is Active; `r2` is created after `web` is Active; `r2` is created before `db` is Active
        "#]],
    );
    let timeline = pair.timeline("up").expect("an assembly comes up");
    let schedule = timeline.schedule();
    let written: Vec<&str> = schedule.cycles[0]
        .iter()
        .map(|at| {
            &pair.document.text()
                [timeline.orders[*at].cause.range.start..timeline.orders[*at].cause.range.end]
        })
        .collect();
    assert_eq!(written, ["Active", "Active", "Active", "Active"]);
}

#[test]
fn a_relationship_for_broken_components_exists_while_one_is_healed() {
    let text = "
  fence: {source-capabilities: [db.x], target-requirements: [web.y], source-state: Broken, target-state: Active, target-state-modifier: post, lifecycle: {Create: [target.fence], Cease: [target.unfence]}}
  uses: {source-capabilities: [db.x], target-requirements: [web.y], source-state: Active, target-state: Active}
  bad: {source-capabilities: [db.x, gone.x], target-requirements: [web.y], source-state: Running, target-state: Active}
";
    let pair = pair(text);
    check(
        &pair,
        "up",
        expect![[r#"
            `net` Found; `bad` Created
            `db` Installed
            `db` Inactive; `web` Installed
            `db` Active; `web` Inactive
            `uses` Created
            `web` Active
            note: `fence` is created only while `db` is Broken
            note: unknown component or reference `gone` in relationship `bad`; this end is ignored
            note: expected a state for `source-state` of `bad`, found `Running`; this side is not ordered
        "#]],
    );
    check(
        &pair,
        "heal:db",
        expect![[r#"
        `uses` Ceased
        `db` Broken
        `fence` Created (target.fence)
        `fence` Ceased (target.unfence)
        `db` Inactive
        `db` Active
        `uses` Created
    "#]],
    );
}

#[test]
fn transitions_are_those_that_the_resource_implements() {
    let db = "name: resource::db::1.0\nlifecycle: {Create: {}, Install: {}, Start: {}, Stop: {}, Delete: {}, Upgrade: {}}\n";
    let web = "name: resource::web::1.0\nlifecycle: {Create: {}}\n";
    let pair = read_among("tnco", PAIR, &[("db.yaml", db), ("web.yaml", web)]);
    check(
        &pair,
        "up",
        expect![[r#"
            `net` Found
            `db` Installed (Create, Install)
            `db` Inactive; `web` Installed (Create)
            `db` Active (Start); `web` Inactive
            `web` Active
        "#]],
    );
    check(
        &pair,
        "down",
        expect![[r#"
        `db` Inactive (Stop); `web` Inactive
        `web` Removed
        `db` Removed (Delete)
    "#]],
    );
    check(
        &pair,
        "upgrade",
        expect![[r#"
        `db` Upgraded (Upgrade)
        `web` Unchanged
    "#]],
    );
}

#[test]
fn upgrades_follow_lists_and_values() {
    let text = "\
name: assembly::a::1.0
composition:
  a: {type: 'resource::r::1.0', properties: {}, upgrade-dependencies: [b, gone]}
  b: {type: 'resource::r::1.0', properties: {x: {value: '${c.y}'}}}
  c: {type: 'resource::r::1.0', properties: {}, upgrade-dependencies: [a]}
  d: {type: 'resource::r::1.0', properties: {}}
";
    check(
        &read("cp4na", text),
        "upgrade",
        expect![[r#"
        `d` Upgraded
        - `a` Upgraded
        - `c` Upgraded
        - `b` Upgraded
        cycle: `a` is in the `upgrade-dependencies` of `c`; `b` reads `${c.y}`; `b` is in the `upgrade-dependencies` of `a`
        note: unknown component `gone`
    "#]],
    );
}

#[test]
fn scenarios_name_every_component_and_cluster() {
    let scenarios = read("tnco", include_str!("../../../../public/samples/h_bta.yaml")).scenarios();
    let lines: Vec<String> = scenarios
        .iter()
        .map(|scenario| {
            format!("{} | {} | {} | {}", scenario.id, scenario.group, scenario.label, scenario.doc)
        })
        .collect();
    expect![[r#"
        up | Whole assembly | Bring up | References are found, components are installed, configured and started, and relationships are created.
        down | Whole assembly | Take down | Relationships are ceased, and components are stopped and removed.
        upgrade | Whole assembly | Upgrade | Components are upgraded or reconfigured in the order of their upgrade dependencies and values. Their states and relationships stay.
        heal:A | Heal a component | Heal A | `A` is marked as Broken, stopped and started again. Relationships that need it Active are ceased before and created again.
        heal:B | Heal a component | Heal B | `B` is marked as Broken, stopped and started again. Relationships that need it Active are ceased before and created again.
        scale-out:B | Scale a cluster | Scale out B | Adds 1 instance of `B`, between 1 and 4 in all. Policy `scaleStreamer` scales it by `A.load`: out above scaleOut_threshold, in below scaleIn_threshold, after scale_smoothing measurements in a row.
        scale-in:B | Scale a cluster | Scale in B | Removes 1 instance of `B`, between 1 and 4 in all. Policy `scaleStreamer` scales it by `A.load`: out above scaleOut_threshold, in below scaleIn_threshold, after scale_smoothing measurements in a row."#]].assert_eq(&lines.join("\n"));
    let resource = read("tnco", "name: resource::r::1.0\nlifecycle: {Create: {}}\n");
    assert!(resource.scenarios().is_empty() && resource.timeline("up").is_none());
    for unknown in ["", "up:x", "heal", "heal:x", "scale-out:A", "sideways"] {
        assert!(read("tnco", PAIR).timeline(unknown).is_none(), "{unknown}");
    }
}
