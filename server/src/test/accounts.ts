/** The administrator in every test database. */
export const ADMIN = { username: 'admin', password: 'correct-horse' };
