import { Redirect } from 'wouter';
import { useSession } from '../../lib/session.ts';
import { homePath } from '../home-path.ts';

export function HomePage() {
  const { user } = useSession();
  return <Redirect to={homePath(user)} replace />;
}
