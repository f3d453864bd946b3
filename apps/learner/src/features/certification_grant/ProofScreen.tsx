import { Loaded } from '@ce/client/components/Loaded.tsx'
import { copyText } from '@ce/client/copy-text.ts'
import { ServiceHelp } from '@ce/site/ServiceHelp.tsx'
import { Button, buttonClass } from '@ce/ui/Button.tsx'
import { showNotice } from '@ce/ui/notices.ts'
import { EmptyState } from '@ce/ui/States.tsx'
import { QRCodeSVG } from 'qrcode.react'
import { useState } from 'react'
import { Link } from 'react-router'
import card from '../../components/card.module.css'
import { Screen } from '../../components/Screen.tsx'
import { paths } from '../../paths.ts'
import { CodeSheet } from './CodeSheet.tsx'
import classes from './ProofScreen.module.css'
import { ProofSheet } from './ProofSheet.tsx'
import { linkCopied, noPdfWords, noProofWords, type Proof, proofWays } from './proof-words.ts'
import { ShareSheet } from './ShareSheet.tsx'
import { useProof } from './use-proof.ts'

/** 学时证明: every printed field; its QR to be held out, a picture to pass on, the PDF. */
export function ProofScreen() {
  const { query, missing } = useProof()
  const [shown, setShown] = useState<'code' | 'picture' | null>(null)
  const close = () => setShown(null)
  const proof = missing ? undefined : query.data
  return (
    <Screen
      title={proof ? `${proof.year} 年度学时证明` : '学时证明'}
      back={paths.grant()}
      aside={<ServiceHelp />}
      foot={proof && <Ways proof={proof} show={setShown} />}
    >
      {missing ? (
        <EmptyState
          title={noProofWords.title}
          action={<Link to={paths.grant()}>{proofWays.back}</Link>}
        >
          {noProofWords.text}
        </EmptyState>
      ) : (
        <Loaded query={query}>
          {(data) => (
            <>
              <ProofSheet
                proof={data}
                heading="h2"
                qr={<CodeButton url={data.verifyUrl} onClick={() => setShown('code')} />}
              />
              {data.unprintable && <p role="note">{noPdfWords(data.unprintable)}</p>}
              <Links proof={data} />
            </>
          )}
        </Loaded>
      )}
      {proof && <CodeSheet proof={proof} open={shown === 'code'} onClose={close} />}
      {proof && shown === 'picture' && <ShareSheet proof={proof} onClose={close} />}
    </Screen>
  )
}

interface WaysProps {
  proof: Proof
  show: (what: 'code' | 'picture') => void
}

/** What one does with a proof; a revoked one is not passed on. */
function Ways({ proof, show }: WaysProps) {
  return (
    <>
      <Button onClick={() => show('code')}>出示二维码</Button>
      {proof.state === 'ISSUED' && (
        <Button kind="quiet" onClick={() => show('picture')}>
          转发图片
        </Button>
      )}
      {!proof.unprintable && (
        <a className={buttonClass('quiet')} href={proof.pdfUrl} target="_blank" rel="noopener">
          PDF
        </a>
      )}
    </>
  )
}

function CodeButton({ url, onClick }: { url: string; onClick: () => void }) {
  return (
    <button type="button" className={classes.code} onClick={onClick} aria-label="放大核验二维码">
      <QRCodeSVG value={url} size={148} level="L" title="核验二维码" />
    </button>
  )
}

function Links({ proof }: { proof: Proof }) {
  const copy = async () => showNotice(linkCopied(await copyText(proof.verifyUrl)))
  return (
    <ul className={card.rows}>
      <li>
        <button type="button" className={card.row} onClick={copy}>
          {proofWays.copyLink}
        </button>
      </li>
      <li>
        <a className={card.row} href={paths.verify(proof.code)}>
          {proofWays.publicPage}
        </a>
      </li>
    </ul>
  )
}
