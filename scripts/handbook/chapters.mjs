/** The paths of `helpPages` in the contract, and their source files. */
export const chapters = {
  '/help/organisers': 'docs/handbook/organisers.md',
  '/help/operators': 'docs/operators.md',
  '/help/fair-draw': 'docs/fair-draw.md',
  '/help/scale': 'docs/scale.md',
  '/help/api': 'docs/api.md',
};
