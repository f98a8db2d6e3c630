// The views of the grokking page, in the order in which they are offered.

import { alignment, collapse, loss, norms } from "./curves.js";
import { fourier } from "./fourier.js";
import { gaps } from "./gaps.js";
import { microscope } from "./microscope.js";
import { summary } from "./summary.js";
import { table } from "./table.js";
import type { View } from "./view.js";

export const views: View[] = [collapse, loss, gaps, microscope, table, fourier, norms, alignment, summary];
