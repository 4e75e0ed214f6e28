import { downloadFile } from '../../lib/api/api-client.ts';
import { saveFile } from '../../lib/device/save-file.ts';
import { today } from '../../lib/texts/day-formats.ts';
import { say } from '../../lib/texts/say.ts';
import { PasswordDialog } from '../../login/password-dialog.tsx';

export function BackupDialog({ onClose }: { onClose: () => void }) {
  return (
    <PasswordDialog
      title={say('Back up now')}
      description={say(
        'The file contains all leads, accounts and draws, encrypted. The audit trail records the download.',
      )}
      mutation={{
        send: async (body) => {
          const content = await downloadFile('/api/status/backup', { body });
          saveFile(`drawbridge-${today()}.tar.gz.age`, content);
        },
        success: {
          title: say('Backup downloaded'),
          description: say('Store it where only the operator has access'),
        },
        failure: say('Could not download the backup'),
        changes: ['/api/status'],
      }}
      submit={[say('Download'), say('Downloading...')]}
      onClose={onClose}
    />
  );
}
