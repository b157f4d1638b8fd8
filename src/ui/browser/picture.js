// Pictures of the diagram that need a browser: as pixels, on the clipboard, on paper.

const PNG = "image/png";

/** An element with the picture, once it can be drawn. */
async function load(svg) {
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  const image = new Image();
  image.src = address;
  try {
    await image.decode();
  } finally {
    URL.revokeObjectURL(address);
  }
  return image;
}

/** The picture as a PNG of `width` by `height` pixels. */
async function pixels(svg, width, height) {
  const image = await load(svg);
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width, height];
  canvas.getContext("2d").drawImage(image, 0, 0, width, height);
  const blob = await new Promise((done) => canvas.toBlob(done, PNG));
  if (!blob) throw new Error("the picture is too large for this browser");
  return blob;
}

export const png = async (svg, width, height) => new Uint8Array(await (await pixels(svg, width, height)).arrayBuffer());

export const copyPicture = (svg, width, height) => navigator.clipboard.write([new ClipboardItem({ [PNG]: pixels(svg, width, height) })]);

/** Prints the picture alone, as large as the paper allows. */
export async function printPicture(svg) {
  const image = await load(svg);
  image.className = "printed";
  image.alt = "";
  document.body.append(image);
  const root = document.documentElement;
  root.classList.add("prints");
  addEventListener("afterprint", () => {
    root.classList.remove("prints");
    image.remove();
  }, { once: true });
  print();
}
