import { useWakeLock } from '@ce/client/wake-lock.ts'
import { offlineCodeTexts, proofCodeHint } from '@ce/contract/proof-codes'
import { invalidProofTexts } from '@ce/contract/trial-text'
import { Button } from '@ce/ui/Button.tsx'
import { Dialog } from '@ce/ui/Dialog.tsx'
import { QrCode } from '@ce/ui/QrCode.tsx'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useState } from 'react'
import card from '../../components/card.module.css'
import classes from './Proof.module.css'
import { type Proof, proofCodes, revokedProofText } from './proof-text.ts'

interface CodeDialogProps {
  proof: Proof
  open: boolean
  onClose: () => void
}

/**
 * Shows a proof's codes and keeps the screen on. Any phone reads the short code; the signed text proves the issuer.
 */
export function ProofCodeDialog({ proof, open, onClose }: CodeDialogProps) {
  useWakeLock(open)
  const [isOffline, setOffline] = useState(false)
  const revoked = revokedProofText(proof)
  const name = isOffline ? offlineCodeTexts.name : '核验二维码'
  return (
    <Dialog
      open={open}
      full
      title={name}
      onClose={onClose}
      actions={
        <Button kind="quiet" onClick={() => setOffline(!isOffline)}>
          {isOffline ? '改用核验二维码' : `改用${offlineCodeTexts.name}`}
        </Button>
      }
    >
      <div className={classes.large}>
        <QrCode value={isOffline ? proof.offlineUrl : proof.verifyUrl} size={560} title={name} />
        <p>
          {proof.name}，{proof.year} 年度
        </p>
        {proof.trial && <StatusMark kind="warning">{invalidProofTexts(proof).proof}</StatusMark>}
        {revoked && <StatusMark kind="error">{revoked}</StatusMark>}
        <p className={classes.spaced}>{proofCodes(proof).code}</p>
        <p className={card.quiet}>
          {isOffline ? `核验人员没有网络时，${offlineCodeTexts.hint}` : proofCodeHint}
          。扫不出时，请把屏幕亮度调高。
        </p>
      </div>
    </Dialog>
  )
}
