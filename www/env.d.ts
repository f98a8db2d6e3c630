/// <reference types="vite/client" />
/** The package's version, put in while building. */
declare const __PAPERGLASS_VERSION__: string;
