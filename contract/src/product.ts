/** The product's name lives here and nowhere else. */
export const PRODUCT_NAME = 'Drawbridge';
export const TAGLINE = 'Lead Collection & Raffle Platform';
