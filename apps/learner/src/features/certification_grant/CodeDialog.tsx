import { useWakeLock } from '@ce/client/wake-lock.ts'
import { offlineCodeWords, proofCodeHint } from '@ce/contract/proof-codes'
import { nothingWords } from '@ce/contract/trial-words'
import { Button } from '@ce/ui/Button.tsx'
import { Dialog } from '@ce/ui/Dialog.tsx'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { QRCodeSVG } from 'qrcode.react'
import { useState } from 'react'
import card from '../../components/card.module.css'
import classes from './Proof.module.css'
import { type Proof, proofCodes, revokedWords } from './proof-text.ts'

interface CodeDialogProps {
  proof: Proof
  open: boolean
  onClose: () => void
}

/** The QR on a white screen that stays lit, for whoever scans it: the light one, which any phone reads, or the signed text. */
export function CodeDialog({ proof, open, onClose }: CodeDialogProps) {
  useWakeLock(open)
  const [isOffline, setOffline] = useState(false)
  const revoked = revokedWords(proof)
  const name = isOffline ? offlineCodeWords.name : '核验二维码'
  return (
    <Dialog
      open={open}
      full
      title={name}
      onClose={onClose}
      actions={
        <Button kind="quiet" onClick={() => setOffline(!isOffline)}>
          {isOffline ? '改用核验二维码' : `改用${offlineCodeWords.name}`}
        </Button>
      }
    >
      <div className={classes.large}>
        <QRCodeSVG
          value={isOffline ? proof.offlineUrl : proof.verifyUrl}
          size={560}
          level={isOffline ? 'L' : 'M'}
          title={name}
        />
        <p>
          {proof.name}，{proof.year} 年度
        </p>
        {proof.trial && <StatusMark kind="warning">{nothingWords(proof).proof}</StatusMark>}
        {revoked && <StatusMark kind="error">{revoked}</StatusMark>}
        <p className={classes.spaced}>{proofCodes(proof).code}</p>
        <p className={card.quiet}>
          {isOffline ? `核验人员没有网络时，${offlineCodeWords.hint}` : proofCodeHint}
          。扫不出时，请把屏幕亮度调高。
        </p>
      </div>
    </Dialog>
  )
}
