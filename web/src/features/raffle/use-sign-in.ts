import { loginPath } from '@drawbridge/contract/pages';
import { useLocation } from 'wouter';

/** Goes to the log-in, which comes back to this page. */
export function useSignIn(): () => void {
  const [path, navigate] = useLocation();
  return () => navigate(loginPath(path));
}
