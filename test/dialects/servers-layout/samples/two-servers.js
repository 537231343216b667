// value: {"called":"send_email","args":{"to":"team@example.com","subject":"Notes","body":"get-document"}}
import * as gdrive from './servers/google-drive';
import * as mail from './servers/gmail';

const transcript = await gdrive.getDocument({ documentId: 'abc123' });
await mail.sendEmail({
  to: 'team@example.com',
  subject: 'Notes',
  body: transcript.called,
});
