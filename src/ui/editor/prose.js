// Text from the core as elements: paragraphs, and names in backticks. Never HTML: whatever stands in a document stays text.

export function prose(text) {
  const told = document.createElement("div");
  for (const paragraph of text.split(/\n{2,}/)) {
    const p = told.appendChild(document.createElement("p"));
    paragraph.split(/`([^`]+)`/).forEach((part, index) => {
      if (index % 2 === 0) p.append(part);
      else p.appendChild(document.createElement("code")).textContent = part;
    });
  }
  return told;
}
