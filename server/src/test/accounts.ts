/** The administrator whom every test database has. */
export const ADMIN = { username: 'admin', password: 'correct-horse' };
