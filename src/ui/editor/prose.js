// Renders text as elements: paragraphs, lists of lines that start with a dash, and names in backticks. Never as HTML: document content stays text.

export function prose(text) {
  const dom = document.createElement("div");
  for (const paragraph of text.split(/\n{2,}/)) {
    const lines = paragraph.split("\n");
    if (lines.every((line) => line.startsWith("- "))) {
      const list = dom.appendChild(document.createElement("ul"));
      for (const line of lines) inline(list.appendChild(document.createElement("li")), line.slice(2));
    } else {
      inline(dom.appendChild(document.createElement("p")), paragraph);
    }
  }
  return dom;
}

function inline(element, text) {
  text.split(/`([^`]+)`/).forEach((part, index) => {
    if (index % 2 === 0) element.append(part);
    else element.appendChild(document.createElement("code")).textContent = part;
  });
}
