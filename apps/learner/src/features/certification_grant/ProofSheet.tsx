import '@ce/site/verify.css'
import { offlineCodeTexts, proofCodeHint, stampHintText } from '@ce/contract/proof-codes'
import { printedProofFields } from '@ce/contract/proof-fields'
import { invalidProofTexts } from '@ce/contract/trial-text'
import { ProofEntries } from '@ce/site/ProofEntries.tsx'
import { ProofField } from '@ce/site/ProofField.tsx'
import { QrCode } from '@ce/ui/QrCode.tsx'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import classes from './Proof.module.css'
import { type Proof, proofCodes, proofTitle, replacedProofText, revokedProofText } from './proof-text.ts'

interface ProofSheetProps {
  proof: Proof
  enlarge: () => void
}

export function ProofSheet({ proof, enlarge }: ProofSheetProps) {
  const revoked = revokedProofText(proof)
  const replaces = replacedProofText(proof)
  const codes = proofCodes(proof)
  return (
    <article
      className={`${classes.sheet} ui-light`}
      data-across={proof.trial ? invalidProofTexts(proof).across : undefined}
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
          <StatusMark kind="warning">{invalidProofTexts(proof).proof}</StatusMark>
        </p>
      )}
      {revoked && (
        <p className={classes.revoked} role="alert">
          <StatusMark kind="error">{revoked}</StatusMark>
        </p>
      )}
      <dl className="verify-fields">
        {printedProofFields(proof, proof.name).map((field) => (
          <ProofField key={field.name} {...field} />
        ))}
      </dl>
      <ProofEntries entries={proof.entries} />
      <div className={classes.foot}>
        <figure className={classes.code}>
          <button type="button" onClick={enlarge} aria-label="放大核验二维码">
            <QrCode value={proof.verifyUrl} size={148} title="核验二维码" />
          </button>
          <figcaption>
            <p>{codes.code}</p>
            <p className={classes.hint}>{proofCodeHint}</p>
          </figcaption>
        </figure>
        <figure className={classes.code}>
          <QrCode value={proof.offlineUrl} size={148} title={offlineCodeTexts.name} />
          <figcaption>
            <p>{offlineCodeTexts.name}</p>
            <p className={classes.hint}>{offlineCodeTexts.hint}</p>
          </figcaption>
        </figure>
        <div>
          <p className={classes.issuer}>{proof.issuer}</p>
          <p>发证日期 {proof.issuedOn}</p>
        </div>
      </div>
      <p className={classes.hint}>{stampHintText}</p>
    </article>
  )
}
