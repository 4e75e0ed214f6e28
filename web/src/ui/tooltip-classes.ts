/** The attribute with the text of a `SharedTooltip`, for elements that are too many to have a `Tooltip` each. */
export const TOOLTIP = 'data-tooltip';

export const tooltipClasses =
  'z-60 max-w-64 animate-appear rounded-s bg-ink px-2.5 py-1.5 text-paper text-xs shadow-float';
