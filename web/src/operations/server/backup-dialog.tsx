import { downloadFile } from '../../lib/api/api-client.ts';
import { saveFile } from '../../lib/device/save-file.ts';
import { today } from '../../lib/texts/day-formats.ts';
import { PasswordDialog } from '../../login/password-dialog.tsx';

export function BackupDialog({ onClose }: { onClose: () => void }) {
  return (
    <PasswordDialog
      title="Back up now"
      description="The file contains all leads, accounts and draws, encrypted. The audit trail records the download."
      mutation={{
        send: async (body) => {
          const content = await downloadFile('/api/status/backup', { body });
          saveFile(`drawbridge-${today()}.tar.gz.age`, content);
        },
        success: {
          title: 'Backup downloaded',
          description: 'Store it where only the operator has access',
        },
        failure: 'Could not download the backup',
        changes: ['/api/status'],
      }}
      submit={['Download', 'Downloading...']}
      onClose={onClose}
    />
  );
}
