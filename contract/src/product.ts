/** The only place that contains the product's name. */
export const PRODUCT_NAME = 'Drawbridge';
export const TAGLINE = 'Lead Collection & Raffle Platform';
