// Mouse and keyboard of the random test; every use is logged for the report.
import type { Page } from "../base";
import { type Brought, type Library } from "./corpus";
import { aim, type Look, type Target } from "./inside";
import type { Random } from "./random";

interface Spot {
  x: number;
  y: number;
}

export class User {
  /** The step, in words. */
  done: string[] = [];
  /** The keyboard or a control was used: the focus has to be somewhere afterwards. */
  tookFocus = false;
  private mayLeave = false;

  constructor(
    readonly page: Page,
    readonly random: Random,
    readonly look: Look,
    readonly library: Library,
  ) {}

  note(words: string) {
    this.done.push(words);
  }

  /** One of the visible things that a selector finds. */
  async find(selector: string): Promise<Target | null> {
    return this.page.evaluate(aim, { selector, at: this.random.next() });
  }

  async key(key: string) {
    this.note(`press ${key}`);
    // Tab may leave the page for the browser's own controls, where the next keys go to.
    if (/Tab|F6/.test(key)) this.mayLeave = true;
    this.tookFocus = !this.mayLeave;
    await this.page.keyboard.press(key);
  }

  async type(text: string) {
    this.note(`type ${JSON.stringify(text)}`);
    await this.page.keyboard.type(text);
  }

  async click(spot: Spot, words: string, options: { button?: "left" | "middle" | "right"; count?: number; held?: string } = {}) {
    const { button = "left", count = 1, held } = options;
    const how = [held, count === 2 ? "double-click" : button === "left" ? "click" : `${button}-click`].filter(Boolean).join("+");
    this.note(`${how} ${words} at ${Math.round(spot.x)},${Math.round(spot.y)}`);
    if (held) await this.page.keyboard.down(held);
    await this.page.mouse.click(spot.x, spot.y, { button, clickCount: count });
    if (held) await this.page.keyboard.up(held);
  }

  /** Clicks one of the controls that a selector finds; false where there is none. */
  async use(selector: string, options: { button?: "left" | "middle" | "right"; count?: number } = {}): Promise<Target | null> {
    const target = await this.find(selector);
    if (!target) return null;
    await this.click(target, `${target.tag} "${target.label}"`, options);
    this.tookFocus = !["svg", "path", "g"].includes(target.tag);
    return target;
  }

  /** Presses, moves in steps and lets go; now and then a key is pressed on the way. */
  async drag(from: Spot, to: Spot, words: string, options: { button?: "left" | "middle"; held?: string } = {}) {
    const { button = "left", held } = options;
    const key = this.random.chance(0.15) ? this.random.pick(["Escape", "Escape", "Control+z", "Delete", "Control+a", "F2", "1", "t", "Tab"]) : undefined;
    const at = ({ x, y }: Spot) => `${Math.round(x)},${Math.round(y)}`;
    this.note(`${held ? `${held}+` : ""}drag ${words} from ${at(from)} to ${at(to)}${key ? `, ${key} on the way` : ""}`);
    const { mouse, keyboard } = this.page;
    await mouse.move(from.x, from.y);
    if (held) await keyboard.down(held);
    await mouse.down({ button });
    await mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 3 });
    if (key) await keyboard.press(key);
    await mouse.move(to.x, to.y, { steps: 3 });
    await mouse.up({ button });
    if (held) await keyboard.up(held);
  }

  /** Any place of the canvas; `null` where it is not shown. */
  async anywhere(): Promise<Spot | null> {
    const box = await this.page.evaluate(() => {
      const canvas = document.getElementById("canvas");
      return canvas?.checkVisibility() ? canvas.getBoundingClientRect().toJSON() : null;
    });
    if (!box || box.width < 40) return null;
    return { x: box.x + this.random.between(4, box.width - 4), y: box.y + this.random.between(4, box.height - 4) };
  }

  /** Files dropped onto the page. */
  async drop({ name, bytes, from }: Brought) {
    this.note(`drop ${name} (${from})`);
    await this.page.evaluate(
      ({ name, bytes }) => {
        const data = new DataTransfer();
        data.items.add(new File([Uint8Array.from(atob(bytes), (sign) => sign.charCodeAt(0))], name));
        for (const kind of ["dragover", "drop"]) {
          const event = new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true });
          document.querySelector("main")!.dispatchEvent(event);
        }
      },
      { name, bytes: bytes.toString("base64") },
    );
  }

  /** A text pasted where the keyboard is. */
  async paste(text: string) {
    this.note(`paste ${JSON.stringify(text)}`);
    await this.page.evaluate((text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", text);
      const active = document.activeElement?.shadowRoot?.activeElement ?? document.activeElement ?? document.body;
      active.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true, composed: true }));
    }, text);
  }
}
