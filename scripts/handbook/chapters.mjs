/** The paths of `helpPages` in the contract, and their source files. */
export const chapters = {
  '/help/organisers': 'docs/handbook/organisers.md',
  '/help/volunteers': 'docs/handbook/volunteers.md',
  '/help/privacy-text': 'docs/handbook/privacy-text.md',
  '/help/moving': 'docs/handbook/moving.md',
  '/help/install': 'docs/install.md',
  '/help/settings': 'docs/settings.md',
  '/help/operators': 'docs/operations.md',
  '/help/fair-draw': 'docs/fair-draw.md',
  '/help/fair-draw-spec': 'docs/fair-draw-spec.md',
  '/help/scale': 'docs/scale.md',
  '/help/api': 'docs/api.md',
};
