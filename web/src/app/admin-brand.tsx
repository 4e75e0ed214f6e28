import { Mark } from '../ui/mark.tsx';
import { useSidebar } from '../ui/sidebar-context.tsx';
import { Wordmark } from '../ui/wordmark.tsx';

/** The word-mark, or the mark alone where the sidebar has only room for icons. */
export function AdminBrand() {
  const { phone, expanded } = useSidebar();
  return phone || expanded ? <Wordmark area="Admin" /> : <Mark className="size-6 text-accent" />;
}
