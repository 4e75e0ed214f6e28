// Checks the text of a proof file, off the page's thread.
import { checkProof, loadBeaconCheck } from '@drawbridge/contract/fair-draw/check/check';
import { readProof } from '@drawbridge/contract/fair-draw/check/proof';
import { reportProof } from '@drawbridge/contract/raffle/proof-report';

addEventListener('message', async ({ data }) => {
  const read = readProof(data);
  if ('problem' in read) return postMessage({ problem: read.problem });
  const proof = read.data;
  const verdict = checkProof(proof, await loadBeaconCheck(proof.draws));
  const { eventId } = proof;
  postMessage({ report: { eventId, ok: verdict.ok, ...reportProof(proof, verdict) } });
});
