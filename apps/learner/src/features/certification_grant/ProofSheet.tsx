import '@ce/site/verify.css'
import { proofCodeHint, stampHint } from '@ce/contract/proof-codes'
import { printedFields } from '@ce/contract/proof-fields'
import { nothingWords } from '@ce/contract/trial-words'
import { ProofEntries } from '@ce/site/ProofEntries.tsx'
import { ProofField } from '@ce/site/ProofField.tsx'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import type { ReactNode } from 'react'
import classes from './ProofSheet.module.css'
import { type Proof, proofCodes, proofTitle, replacesWords, revokedWords } from './proof-words.ts'

interface ProofSheetProps {
  proof: Proof
  /** the rank of its title on the page */
  heading: 'h1' | 'h2'
  /** its QR */
  qr: ReactNode
}

/** 学时证明 as a sheet: every printed field, what the hours stand on, and its QR. */
export function ProofSheet({ proof, heading: Heading, qr }: ProofSheetProps) {
  const revoked = revokedWords(proof)
  const replaces = replacesWords(proof)
  const codes = proofCodes(proof)
  return (
    <article className={`${classes.sheet} ui-light`} aria-labelledby="proof-title">
      <Heading id="proof-title" className={classes.title}>
        {proofTitle}
      </Heading>
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
        <div className={classes.code}>
          {qr}
          <p>{codes.code}</p>
          <p className={classes.hint}>{proofCodeHint}</p>
        </div>
        <div>
          <p className={classes.issuer}>{proof.issuer}</p>
          <p>发证日期 {proof.issuedOn}</p>
          <p className={classes.hint}>{stampHint}</p>
        </div>
      </div>
    </article>
  )
}
