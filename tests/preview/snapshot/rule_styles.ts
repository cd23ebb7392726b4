/** The stylesheet of the cards of all rules. */
export const STYLES = `
.card { padding: 16px; }
.whole { height: 350px; margin: -16px; }
.rest { height: 230px; background: teal; }
.line { width: 80px; overflow: hidden; white-space: nowrap; }
.low { height: 30px; width: 120px; overflow: hidden; }
.clamp { width: 120px; overflow: hidden; display: -webkit-box; -webkit-line-clamp: 2; -webkit-box-orient: vertical; }
.clamp.large { width: auto; -webkit-line-clamp: 13; }
.ellipsis { width: 120px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
.ellipsis.snug { width: calc-size(max-content, size - 1px); }
.ellipsis.few { width: 2.9em; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; white-space: nowrap; }
.pile { position: relative; height: 24px; }
.pile > * { position: absolute; left: 0; top: 0; }
.pile .count::after { content: attr(data-count); position: absolute; right: 0; top: 0; }
.pile .count { width: 120px; white-space: nowrap; }
.pile .count.apart::after { top: 100%; }
.pile .opaque { background: var(--color-surface); width: 100px; }
.tight { width: 120px; line-height: 1; }
.narrow { width: 50px; }
.unit { width: 30px; }
.times { width: 80px; }
.sentence { width: 60px; }
.anywhere { overflow-wrap: anywhere; }
.hyphens { hyphens: auto; }
.letters { overflow: clip; line-height: 1em; height: 0.82em; }
.value { width: 120px; }
.wide { width: 500px; }
.frame { height: 320px; overflow: hidden; }
.tall { height: 318px; position: relative; }
.notch { position: absolute; right: -20px; top: 100px; width: 40px; height: 40px; background: red; }
.rows p { display: flex; justify-content: space-between; height: 36px; }
.high { height: 300px; }
.left { width: 150px; font-size: 12px; }
.gap { height: 126px; }
.rest.low { height: 160px; width: auto; }
.gap.less { height: 100px; }
.cells { display: grid; grid-template-columns: repeat(3, 1fr); gap: 4px; }
.cells i { height: 100px; outline: 1px solid; }
.cells.lines i { outline: none; border: solid; border-width: 0 1px 1px 0; }
.picture { height: 270px; background: teal; }
.none { height: 0; }
.none svg { display: block; height: 100%; }
.clip { overflow: hidden; }
.pale { color: light-dark(#ccc, #444); }
.same, .under i { color: var(--color-surface); }
.same.teal { color: teal; background: teal; }
.under b { width: 100px; height: 24px; }
.transparent { color: transparent; }
.gradient { color: transparent; background: linear-gradient(#c00, #a00); background-clip: text; }
.targets button { all: unset; width: 14px; height: 14px; font-size: 10px; display: inline-block; }
.targets.large button { width: 28px; height: 28px; }
`;
