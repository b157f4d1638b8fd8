// Motion that explains what has moved. The page is in its new state already: an animation only shows the way to it.

const OPTIONS = { duration: 200, easing: "cubic-bezier(0.2, 0, 0, 1)" };
/** Wires, pills and other elements around cards: they fade in at their new place. */
const AROUND = ".world :is(.wire, .pill, .hull, .hull-name, .well, .far-wire)";

/** Moves cards from where they were, as numbers for each: x, y, scale, and the new x and y. */
export function glide(ids, numbers) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  ids.forEach((id, at) => {
    const [x, y, scale, toX, toY] = numbers.slice(at * 5, at * 5 + 5);
    const from = `translate(${x}px, ${y}px) scale(${scale})`;
    document.getElementById(id)?.animate([{ transform: from }, { transform: `translate(${toX}px, ${toY}px) scale(1)` }], OPTIONS);
  });
  for (const element of document.querySelectorAll(AROUND)) element.animate([{ opacity: 0 }, { opacity: 1 }], OPTIONS);
}
