import '@ce/site/verify.css'
import { offlineCodeWords, proofCodeHint, stampHint } from '@ce/contract/proof-codes'
import { printedFields } from '@ce/contract/proof-fields'
import { nothingWords } from '@ce/contract/trial-words'
import { ProofEntries } from '@ce/site/ProofEntries.tsx'
import { ProofField } from '@ce/site/ProofField.tsx'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { QRCodeSVG } from 'qrcode.react'
import classes from './Proof.module.css'
import { type Proof, proofCodes, proofTitle, replacesWords, revokedWords } from './proof-text.ts'

interface ProofSheetProps {
  proof: Proof
  /** shows the QR on the whole screen */
  enlarge: () => void
}

/** 学时证明 as a sheet: every printed field, what the hours stand on, and its codes. */
export function ProofSheet({ proof, enlarge }: ProofSheetProps) {
  const revoked = revokedWords(proof)
  const replaces = replacesWords(proof)
  const codes = proofCodes(proof)
  return (
    <article
      className={`${classes.sheet} ui-light`}
      data-across={proof.trial ? nothingWords(proof).across : undefined}
      aria-labelledby="proof-title"
    >
      <h2 id="proof-title" className={classes.title}>
        {proofTitle}
      </h2>
      <p className={classes.year}>{proof.year} 年度</p>
      <p className={classes.number}>{codes.number}</p>
      {replaces && <p className={classes.hint}>{replaces}</p>}
      {proof.trial && (
        <p className={`verify-verdict verify-trial ${classes.trial}`}>
          <StatusMark kind="warning">{nothingWords(proof).proof}</StatusMark>
        </p>
      )}
      {revoked && (
        <p className={classes.revoked} role="alert">
          <StatusMark kind="error">{revoked}</StatusMark>
        </p>
      )}
      <dl className="verify-fields">
        {printedFields(proof, proof.name).map((field) => (
          <ProofField key={field.name} {...field} />
        ))}
      </dl>
      <ProofEntries entries={proof.entries} />
      <div className={classes.foot}>
        <figure className={classes.code}>
          <button type="button" onClick={enlarge} aria-label="放大核验二维码">
            <QRCodeSVG value={proof.verifyUrl} size={148} level="M" title="核验二维码" />
          </button>
          <figcaption>
            <p>{codes.code}</p>
            <p className={classes.hint}>{proofCodeHint}</p>
          </figcaption>
        </figure>
        <figure className={classes.code}>
          <QRCodeSVG value={proof.offlineUrl} size={148} level="L" title={offlineCodeWords.name} />
          <figcaption>
            <p>{offlineCodeWords.name}</p>
            <p className={classes.hint}>{offlineCodeWords.hint}</p>
          </figcaption>
        </figure>
        <div>
          <p className={classes.issuer}>{proof.issuer}</p>
          <p>发证日期 {proof.issuedOn}</p>
        </div>
      </div>
      <p className={classes.hint}>{stampHint}</p>
    </article>
  )
}
