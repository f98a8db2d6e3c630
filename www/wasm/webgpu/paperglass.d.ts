export * from "../cpu/paperglass.js";
export { default } from "../cpu/paperglass.js";
