/** The id of the space in the top bar of the admin layout, where a screen can say something. */
export const TOP_BAR_SPACE = 'top-bar-space';
