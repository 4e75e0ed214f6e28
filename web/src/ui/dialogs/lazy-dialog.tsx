import type { TextPart } from '@drawbridge/contract/languages/texts';
import {
  type ComponentType,
  type FunctionComponent,
  useEffect,
  useEffectEvent,
  useState,
} from 'react';
import type { PropsOf } from '../../lib/lazy-part.tsx';
import { loadTexts, t } from '../../lib/texts/texts.ts';
import { showToast } from '../../lib/toast.ts';

/**
 * A dialog whose module and texts are loaded when it is first opened, so that a page loads without the forms behind its
 * buttons. It does not use React's `lazy`, which never retries after a failure.
 */
export function lazyDialog<Name extends string, Module extends Record<Name, unknown>>(
  load: () => Promise<Module>,
  name: Name,
  ...texts: TextPart[]
): FunctionComponent<PropsOf<Module[Name]>> {
  type Props = PropsOf<Module[Name]> & { onClose: () => void };
  let Loaded: ComponentType<Props> | undefined;

  return function LazyDialog(given) {
    const props = given as Props;
    const [, setLoaded] = useState(Loaded !== undefined);
    const [opener] = useState(() => document.activeElement);
    const fail = useEffectEvent(() => {
      showToast({
        title: t('workspace.dialogNotOpened'),
        description: t('workspace.checkConnection'),
        destructive: true,
      });
      props.onClose();
    });

    useEffect(() => {
      let open = true;
      Promise.all([load(), loadTexts(...texts)])
        // The sentences that the module has asked for itself.
        .then(async ([module]) => {
          await loadTexts();
          return module;
        })
        .then(
          (module) => {
            if (open && !Loaded && opener instanceof HTMLElement) {
              // Keys pressed while it loads may have moved the focus, and the dialog returns it to the element that had
              // it.
              opener.focus();
            }
            Loaded = module[name] as ComponentType<Props>;
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
