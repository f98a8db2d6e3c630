// The look of controls inside shadow roots. Adopted as style sheets, so that a strict
// Content-Security-Policy has nothing to refuse.

import { css, unsafeCSS } from "lit";
import tokensText from "./tokens.css?inline";

export const tokens = unsafeCSS(tokensText);

export const base = css`
  *, *::before, *::after { box-sizing: border-box; }
  :host { font-family: var(--sans); color: var(--ink); line-height: 1.5; }
  :host([hidden]) { display: none; }
  h2, h3, h4, p { margin: 0; }
  h2, h3 { font-family: var(--serif); font-weight: 600; line-height: 1.2; text-wrap: balance; }
  a { color: var(--accent); text-underline-offset: 0.18em; }
  :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
  .soft { color: var(--ink-soft); }
  .small { font-size: 0.875rem; }
  .numeral { font-variant-numeric: tabular-nums; }
  .visually-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
  summary { cursor: pointer; border-radius: var(--radius-small); }
  table { border-collapse: collapse; font-size: 0.875rem; font-variant-numeric: tabular-nums; }
  th, td { text-align: right; padding: 0.25rem 0.6rem; border-bottom: 1px solid var(--line); }
  th:first-child, td:first-child { text-align: left; }
  th { font-weight: 600; color: var(--ink-soft); }
  .scroll { overflow-x: auto; max-width: 100%; }
`;

export const controls = css`
  button, select, input { font: inherit; color: inherit; }
  button, .button {
    display: inline-flex; align-items: center; justify-content: center; gap: 0.4rem;
    min-height: 2.25rem; padding: 0.3rem 0.8rem; font-size: 0.9rem; line-height: 1.2; text-decoration: none;
    color: var(--ink); background: var(--panel); border: 1px solid var(--line); border-radius: var(--radius-small); cursor: pointer;
  }
  button:hover:not(:disabled), .button:hover { border-color: var(--line-strong); }
  button:disabled { color: var(--ink-soft); cursor: default; opacity: 0.75; }
  button.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); font-weight: 600; }
  button.primary:hover:not(:disabled) { filter: brightness(1.08); border-color: var(--accent); }
  button.quiet { background: none; border-color: transparent; color: var(--ink-soft); }
  button.quiet:hover:not(:disabled) { color: var(--ink); background: var(--sunken); }
  button.chip { border-radius: 99px; }
  button[aria-pressed="true"] { background: var(--accent-soft); border-color: var(--accent); color: var(--accent); font-weight: 600; }
  button svg { width: 1.05em; height: 1.05em; flex: none; }
  select, input[type="number"], input[type="text"] {
    min-height: 2.25rem; padding: 0.25rem 0.5rem; font-size: 0.9rem; max-width: 100%;
    background: var(--panel); border: 1px solid var(--line-strong); border-radius: var(--radius-small);
  }
  input[type="range"] { accent-color: var(--accent); min-height: 1.75rem; width: 100%; margin: 0; cursor: pointer; }
  input[type="checkbox"] { accent-color: var(--accent); width: 1.1rem; height: 1.1rem; }
  label { font-size: 0.875rem; color: var(--ink-soft); }
  .row { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; }
`;

/** The rules of uPlot's own sheet that the plots use. */
export const uplotRules = css`
  .uplot { width: min-content; line-height: 1.5; }
  .u-wrap { position: relative; user-select: none; }
  .u-over, .u-under { position: absolute; }
  .u-under { overflow: hidden; }
  .uplot canvas { display: block; position: relative; width: 100%; height: 100%; }
  .u-axis { position: absolute; }
  .u-cursor-x, .u-cursor-y { position: absolute; left: 0; top: 0; pointer-events: none; }
  .u-hz .u-cursor-x { height: 100%; border-right: 1px dashed var(--line-strong); }
  .u-off { display: none; }
  .u-over { touch-action: pan-y; }
`;
