// The look of the grokking element. In a module of its own, so that element.ts stays short.

import { css } from "lit";

export const look = css`
  :host { display: block; container-type: inline-size; }
  .status { margin: 0 0 0.4rem; font-size: 0.95rem; }
  .status [role="status"] { font-weight: 600; }
  .why { display: block; }
  progress { width: 100%; height: 4px; display: block; border: 0; border-radius: 2px; overflow: hidden; background: var(--sunken); appearance: none; margin-bottom: 0.9rem; }
  progress::-webkit-progress-bar { background: var(--sunken); }
  progress::-webkit-progress-value { background: var(--accent); }
  progress::-moz-progress-bar { background: var(--accent); }
  .notice { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; align-items: center; justify-content: space-between; background: var(--mark); border-radius: var(--radius-small); padding: 0.6rem 0.9rem; margin-bottom: 0.9rem; }
  .panel { background: var(--panel); border: 1px solid var(--line); border-radius: var(--radius); box-shadow: var(--shadow); padding: 1rem 1.1rem; min-width: 0; }
  .top { display: grid; gap: 1rem; grid-template-columns: minmax(0, 1fr); }
  .legend { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; list-style: none; padding: 0; margin: 0 0 0.5rem; font-size: 0.9rem; }
  .legend li { display: inline-flex; gap: 0.45rem; align-items: center; }
  .legend b { font-variant-numeric: tabular-nums; min-width: 4.2em; }
  /* Low enough that the run controls are on the first screen. */
  .stage paperglass-plot { --plot-height: clamp(17rem, min(46cqw, 100svh - 34rem), 34rem); }
  .stagehead { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0.4rem 1rem; align-items: baseline; margin-bottom: 0.5rem; }
  .stagehead h2 { font-size: 1.25rem; }
  paperglass-share { margin-top: 0.5rem; }
  .keys { font-size: 0.8125rem; color: var(--ink-soft); margin-top: 0.6rem; max-width: 60rem; }
  .bar { margin-top: 0.6rem; }
  .setup { display: flex; flex-wrap: wrap; gap: 0.5rem 0.9rem; align-items: center; margin-top: 0.9rem; padding-top: 0.9rem; border-top: 1px solid var(--line); }
  .setup > span { display: inline-flex; gap: 0.4rem; align-items: center; max-width: 100%; }
  .setup select { min-width: 0; flex-shrink: 1; }
  .setup input[type="number"] { width: 6.5rem; }
  .side { display: grid; gap: 1.1rem; align-content: start; }
  .side h3 { font-size: 1.05rem; margin-bottom: 0.25rem; }
  .side .row { margin-block: 0.4rem; }
  .slider { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 0.75rem; color: var(--ink); font-weight: 500; }
  .slider output { color: var(--ink-soft); font-weight: 400; }
  .chooser { display: flex; flex-wrap: wrap; gap: 0.4rem; margin-block: 1.5rem 0.9rem; align-items: center; }
  .views { display: grid; gap: 1rem; grid-template-columns: minmax(0, 1fr); }
  .view { scroll-margin-top: 1rem; }
  .view > header { display: flex; justify-content: space-between; gap: 0.5rem; align-items: baseline; }
  .view > header button { margin: -0.4rem -0.5rem 0 0; }
  .view.wide > paperglass-plot { --plot-height: 18rem; }
  .view h3 { font-size: 1.15rem; }
  .view h4 { margin: 0.75rem 0 0.3rem; font-size: 0.95rem; font-weight: 600; }
  .hint { color: var(--ink-soft); font-size: 0.9rem; margin: 0.15rem 0 0.6rem; max-width: 46rem; }
  .note { font-size: 0.8125rem; color: var(--ink-soft); margin-top: 0.35rem; }
  .multiples { display: grid; gap: 0.75rem 1.25rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 9.4rem), 1fr)); }
  .pair { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)); }
  .circles { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 0.4rem; }
  .circles figure { margin: 0; }
  .circles svg { width: 100%; display: block; }
  figcaption { font-size: 0.75rem; color: var(--ink-soft); text-align: center; }
  details.all { margin-top: 1rem; }
  details.all > summary { font: 600 1.05rem var(--serif); padding: 0.4rem 0; }
  @container (min-width: 64rem) {
    .top { grid-template-columns: minmax(0, 1fr) 19rem; }
    .views { grid-template-columns: repeat(2, minmax(0, 1fr)); }
    .view.wide { grid-column: 1 / -1; }
  }
`;
