// Loaded when somebody begins to type, because it brings zod along.

import { credentials, credentialsWithCode } from '@drawbridge/contract/auth';
import { zodResolver } from '@hookform/resolvers/zod';

export const checkLogin = zodResolver(credentials);
export const checkLoginWithCode = zodResolver(credentialsWithCode);
