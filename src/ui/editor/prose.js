// Renders text as elements: paragraphs, and names in backticks. Never as HTML: document content stays text.

export function prose(text) {
  const dom = document.createElement("div");
  for (const paragraph of text.split(/\n{2,}/)) {
    const p = dom.appendChild(document.createElement("p"));
    paragraph.split(/`([^`]+)`/).forEach((part, index) => {
      if (index % 2 === 0) p.append(part);
      else p.appendChild(document.createElement("code")).textContent = part;
    });
  }
  return dom;
}
