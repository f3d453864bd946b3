import { useWakeLock } from '@ce/client/wake-lock.ts'
import { proofCodeHint } from '@ce/contract/proof-codes'
import { nothingWords } from '@ce/contract/trial-words'
import { Dialog } from '@ce/ui/Dialog.tsx'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { QRCodeSVG } from 'qrcode.react'
import card from '../../components/card.module.css'
import classes from './ProofScreen.module.css'
import { type Proof, proofCodes, revokedWords } from './proof-words.ts'

interface CodeSheetProps {
  proof: Proof
  open: boolean
  onClose: () => void
}

/** The QR on a white screen that stays lit, for whoever scans it. */
export function CodeSheet({ proof, open, onClose }: CodeSheetProps) {
  useWakeLock(open)
  const revoked = revokedWords(proof)
  return (
    <Dialog open={open} full title="核验二维码" onClose={onClose}>
      <div className={classes.large}>
        <QRCodeSVG value={proof.verifyUrl} size={560} level="L" title="核验二维码" />
        <p>
          {proof.name}，{proof.year} 年度
        </p>
        {proof.trial && <StatusMark kind="warning">{nothingWords(proof).proof}</StatusMark>}
        {revoked && <StatusMark kind="error">{revoked}</StatusMark>}
        <p className={classes.spaced}>{proofCodes(proof).code}</p>
        <p className={card.quiet}>{proofCodeHint}。扫不出时，请把屏幕亮度调高。</p>
      </div>
    </Dialog>
  )
}
