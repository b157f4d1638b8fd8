// One last plain line, as the other runners write it.
import type { FullResult, Reporter, Suite } from "@playwright/test/reporter";

/** Annotation of a picture that is not compared (look.ts). */
export const NOT_COMPARED = "picture not compared";

export default class Count implements Reporter {
  private suite?: Suite;

  onBegin(_: unknown, suite: Suite) {
    this.suite = suite;
  }

  onEnd(result: FullResult) {
    const tests = this.suite?.allTests() ?? [];
    const outcomes = tests.map((test) => test.outcome());
    const count = (...kinds: string[]) => outcomes.filter((outcome) => kinds.includes(outcome)).length;
    const [passed, failed, skipped] = [count("expected", "flaky"), count("unexpected"), count("skipped")];
    const verdict = result.status === "passed" ? "ok" : "FAILED";
    // Passed at the second try only: a race, in the page or in the test, to be found with --repeat-each and LIMN_SLOW.
    for (const test of tests.filter((test) => test.outcome() === "flaky")) console.log(`\nstumbled once: ${test.titlePath().slice(3).join(" › ")}`);
    const notCompared = tests.flatMap((test) => test.results.at(-1)?.annotations ?? []).filter(({ type }) => type === NOT_COMPARED);
    if (notCompared.length > 0) console.log(`\n${notCompared.length} pictures of looks were not compared: this browser sets the fonts of the tests in another way`);
    console.log(`\nbrowser test result: ${verdict}. ${passed} passed; ${failed} failed; ${skipped} skipped`);
  }

  printsToStdio() {
    return false;
  }
}
