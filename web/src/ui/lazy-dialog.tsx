import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { showToast } from '../lib/toast.ts';

/**
 * A dialog whose module is loaded when it is first opened, so that a page loads without the forms behind its
 * buttons. Without React's `lazy`, which never tries again after a failure.
 */
export function lazyDialog<Props extends { onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let Loaded: ComponentType<Props> | undefined;

  return function LazyDialog(props: Props) {
    const [, setLoaded] = useState(Loaded !== undefined);
    const [opener] = useState(() => document.activeElement);
    const fail = useEffectEvent(() => {
      showToast({
        title: 'The dialog could not be opened',
        description: 'Please check your connection and try again.',
        destructive: true,
      });
      props.onClose();
    });

    useEffect(() => {
      let open = true;
      load().then(
        (component) => {
          if (open && !Loaded && opener instanceof HTMLElement) {
            // Keys pressed meanwhile may have moved the focus, and the dialog returns it to where it was.
            opener.focus();
          }
          Loaded = component;
          if (open) setLoaded(true);
        },
        () => {
          if (open) fail();
        },
      );
      return () => {
        open = false;
      };
    }, [opener]);

    return Loaded ? <Loaded {...props} /> : null;
  };
}
