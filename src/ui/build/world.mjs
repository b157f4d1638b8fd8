// World outline for the map: Natural Earth at 1:110 million (public domain) from the package `world-atlas`, converted to one small
// file of two SVG paths, land and country borders, in degrees: longitude to the right, latitude downward.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { feature, mesh } from "topojson-client";

/** Text of the file: land on the first line, borders on the second. */
export function world() {
  const source = createRequire(import.meta.url).resolve("world-atlas/countries-110m.json");
  const atlas = JSON.parse(readFileSync(source, "utf8"));
  const land = feature(atlas, atlas.objects.land);
  const rings = land.features.flatMap(({ geometry }) => (geometry.type === "Polygon" ? geometry.coordinates : geometry.coordinates.flat()));
  const borders = mesh(atlas, atlas.objects.countries, (a, b) => a !== b).coordinates;
  const flat = rings.flatMap(cut).map((ring) => line(ring) + "z");
  return `${flat.join("")}\n${borders.flatMap(apart).map(line).join("")}\n`;
}

/** Converts a ring on the globe to rings on the map: cuts it at the map's edge, and closes a ring around a pole along the lower edge. */
function cut(ring) {
  const whole = [];
  for (const [longitude, latitude] of ring) {
    const near = whole.at(-1)?.[0] ?? longitude;
    whole.push([longitude + 360 * Math.round((near - longitude) / 360), latitude]);
  }
  const [first, last] = [whole[0], whole.at(-1)];
  if (Math.abs(last[0] - first[0]) > 180) whole.push([last[0], -90], [first[0], -90]);
  return [-360, 0, 360]
    .map((shift) => whole.map(([x, y]) => [x + shift, y]))
    .map((points) => half(half(points, (x) => x >= -180, -180), (x) => x <= 180, 180))
    .filter((points) => points.length > 2);
}

/** The part of a ring on one side of a meridian. */
function half(points, inside, edge) {
  return points.flatMap(([x, y], at) => {
    const [fromX, fromY] = points.at(at - 1);
    const crossing = [edge, fromY + ((y - fromY) * (edge - fromX)) / (x - fromX)];
    if (inside(x)) return inside(fromX) ? [[x, y]] : [crossing, [x, y]];
    return inside(fromX) ? [crossing] : [];
  });
}

/** Splits a line at the map's edge. */
function apart(points) {
  const pieces = [[]];
  for (const point of points) {
    const before = pieces.at(-1).at(-1);
    if (before && Math.abs(before[0] - point[0]) > 180) pieces.push([]);
    pieces.at(-1).push(point);
  }
  return pieces;
}

/** Relative path in tenths of a degree; steps that round to zero are dropped. */
function line(points) {
  let text = "";
  let [x, y] = [0, 0];
  for (const [longitude, latitude] of points) {
    const [to, down] = [Math.round(longitude * 10), Math.round(-latitude * 10)];
    if (text === "") text = `M${short(to)} ${short(down)}l`;
    else if (to !== x || down !== y) text += `${text.endsWith("l") ? "" : " "}${short(to - x)} ${short(down - y)}`;
    [x, y] = [to, down];
  }
  return text.replace(/ -/g, "-");
}

function short(tenths) {
  return String(tenths / 10).replace(/^(-?)0\./, "$1.");
}
