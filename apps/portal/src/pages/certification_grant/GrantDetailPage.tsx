import { copyText } from '@ce/frame/copy-text.ts'
import { Loaded } from '@ce/frame/Loaded.tsx'
import { ServiceHelp } from '@ce/frame/ServiceHelp.tsx'
import { ProofSheet } from '@ce/frame/student/grant/ProofSheet.tsx'
import {
  linkCopied,
  noPdfWords,
  noProofWords,
  type Proof,
  proofWays,
} from '@ce/frame/student/grant/proof-words.ts'
import { useProof } from '@ce/frame/student/grant/use-proof.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { EmptyState } from '@ce/ui/States.tsx'
import { Button } from 'antd'
import { QRCodeSVG } from 'qrcode.react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import classes from './GrantDetailPage.module.css'

/** 学时证明 as a sheet: every printed field, its QR, and the PDF. */
export function GrantDetailPage() {
  const { query, missing } = useProof()
  return (
    <main className={classes.page}>
      <div className={classes.top}>
        <Link to={paths.grant()}>{proofWays.back}</Link>
        <ServiceHelp />
      </div>
      {missing ? (
        <EmptyState title={noProofWords.title}>{noProofWords.text}</EmptyState>
      ) : (
        <Loaded query={query}>
          {(proof) => (
            <>
              <Actions proof={proof} />
              <ProofSheet
                proof={proof}
                heading="h1"
                qr={<QRCodeSVG value={proof.verifyUrl} size={148} level="L" title="核验二维码" />}
              />
            </>
          )}
        </Loaded>
      )}
    </main>
  )
}

function Actions({ proof }: { proof: Proof }) {
  const copy = async () => showNotice(linkCopied(await copyText(proof.verifyUrl)))
  return (
    <div className={classes.actions}>
      {proof.unprintable ? (
        <p role="note">{noPdfWords(proof.unprintable)}</p>
      ) : (
        <Button
          type="primary"
          className={classes.pdf}
          href={proof.pdfUrl}
          target="_blank"
          rel="noopener"
        >
          打开 PDF（可打印）
        </Button>
      )}
      <Button onClick={copy}>{proofWays.copyLink}</Button>
      <Link to={paths.verify(proof.code)}>{proofWays.publicPage}</Link>
    </div>
  )
}
