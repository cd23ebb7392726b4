/** The source of a widget without faults, with the time and an animation. */
export const CLEAN_WIDGET = `import { defineManifest, useTheme } from "@tck/kit";
import "./widget.css";

export const manifest = defineManifest({
  id: "clean",
  title: "Clean",
  cardType: "feed",
  sizes: ["2x2"],
});

export default function Clean() {
  return (
    <section className="clean">
      <h2>It is {new Date().toISOString()}</h2>
      <p className="turning">{useTheme()}</p>
      <div className="rest" />
    </section>
  );
}
`;

/** Its stylesheet. */
export const CLEAN_STYLES = `.clean { padding: 1rem; }
.rest { height: 12rem; background: var(--color-accent); }
@keyframes turn { to { transform: rotate(1turn); } }
.turning { width: 4rem; animation: turn 0.7s linear infinite; }
`;

/** A name that makes a stack longer than what a snapshot reads of a message. */
const DEEP = "deep".repeat(50);

/** The source of a widget with a state for each fault. */
export const FAULTY_WIDGET = `import { useEffect } from "react";
import { defineManifest, useWidgetState } from "@tck/kit";
import "./widget.css";

type State = { fault: string };

export const manifest = defineManifest<State>({
  id: "faulty",
  title: "Faulty",
  cardType: "grid",
  sizes: ["2x1", "4x1"],
  languages: ["en", "de"],
  defaultState: { fault: "none" },
  states: {
    throws: { fault: "throws" },
    later: { fault: "later" },
    nameless: { fault: "nameless" },
    high: { fault: "high" },
    wide: { fault: "wide" },
  },
});

function ${DEEP}(frames: number): Error {
  return frames === 0 ? new RangeError("Odd") : ${DEEP}(frames - 1);
}

export default function Faulty() {
  const { fault } = useWidgetState(manifest);
  useEffect(() => {
    if (fault === "later") setTimeout(() => { throw new TypeError("Too late"); });
    if (fault === "later") console.error("Written by the %s", "widget", ${DEEP}(9));
  }, [fault]);
  if (fault === "throws") throw new Error("Boom");
  if (fault === "nameless") return <img className="rest" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" />;
  return <><p className={fault}>The fault is {fault}</p><div className="rest" /></>;
}
`;

/** Its stylesheet. */
export const FAULTY_STYLES = `p { padding: 0.5rem 1rem; }
.rest { width: 100%; height: 6rem; background: var(--color-accent); }
img.rest { height: 8rem; }
.high { height: 500px; }
.wide { width: 900px; }
`;
