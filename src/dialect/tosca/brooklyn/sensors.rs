//! Sensors that entities of Apache Brooklyn publish, by what their type is. Sources: the classes `Attributes`, `Changeable`, `DatastoreMixins` and
//! `WebAppServiceConstants` of Brooklyn.

use std::borrow::Cow;

use super::builtin::builtin_sensor_help;

/// A sensor, and what its value is.
pub(super) struct Sensor {
    pub(super) name: &'static str,
    pub(super) help: &'static str,
}

const fn sensor(name: &'static str, help: &'static str) -> Sensor {
    Sensor { name, help }
}

/// Those of all entities, once they have a machine or an address.
static COMMON: [Sensor; 11] = [
    sensor("host.address", "The IP address of the machine."),
    sensor("host.name", "The host name of the machine."),
    sensor("host.sshAddress", "User, host and port for SSH."),
    sensor("host.subnet.address", "The IP address of the machine within its subnet."),
    sensor("host.subnet.hostname", "The host name of the machine within its subnet."),
    sensor("main.uri", "The address at which the service can be reached."),
    sensor("main.uri.mapped.public", "The address at which the service can be reached from outside."),
    sensor("main.uri.mapped.subnet", "The address at which the service can be reached within its subnet."),
    sensor("service.isUp", "Whether the service is up: started and checked."),
    sensor("service.problems", "What is wrong with the service, by the name of the check."),
    sensor("service.state", "The state of the service, such as `starting`, `running` or `on-fire`."),
];

static WEB: [Sensor; 5] = [
    sensor("http.port", "The port for HTTP."),
    sensor("https.port", "The port for HTTPS."),
    sensor("webapp.url", "The address of the web application."),
    sensor("webapp.reqs.perSec.last", "Requests per second, in the last measurement."),
    sensor("webapp.reqs.perSec.windowed", "Requests per second, over a window of time."),
];

static WEB_CLUSTER: [Sensor; 2] = [
    sensor("webapp.reqs.perSec.last.perNode", "Requests per second and member, in the last measurement."),
    sensor("webapp.reqs.perSec.windowed.perNode", "Requests per second and member, over a window of time."),
];

static CLUSTER: [Sensor; 1] = [sensor("group.members.count", "The number of members.")];
static DATABASE: [Sensor; 1] =
    [sensor("datastore.url", "The address of the database, such as `mysql://host:3306/`.")];
static MYSQL: [Sensor; 1] = [sensor("mysql.port", "The port of MySQL.")];

/// Sensors by what the name of a type contains.
static BY_TYPE: [(&str, &[Sensor]); 6] = [
    (".entity.webapp.", &WEB),
    ("WebAppCluster", &WEB_CLUSTER),
    ("Cluster", &CLUSTER),
    ("Group", &CLUSTER),
    (".entity.database.", &DATABASE),
    (".MySql", &MYSQL),
];

/// The help for a sensor; `None` if it is unknown.
pub fn sensor_help(name: &str) -> Option<Cow<'static, str>> {
    let mut all = COMMON.iter().chain(BY_TYPE.iter().flat_map(|(_, sensors)| sensors.iter()));
    let found = all.find(|sensor| sensor.name == name).map(|sensor| Cow::Borrowed(sensor.help));
    found.or_else(|| builtin_sensor_help(name))
}

/// The sensors of an entity whose type and base types have these names.
pub(super) fn sensors(types: &[String]) -> impl Iterator<Item = &'static Sensor> + use<'_> {
    let has = |part: &str| types.iter().any(|name| name.contains(part));
    let own = BY_TYPE.iter().filter(move |(part, _)| has(part)).flat_map(|(_, sensors)| sensors.iter());
    COMMON.iter().chain(own)
}
