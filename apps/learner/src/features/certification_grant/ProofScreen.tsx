import { CallRefused } from '@ce/client/call.ts'
import { Loaded } from '@ce/client/components/Loaded.tsx'
import { copyText } from '@ce/client/copy-text.ts'
import { keptProofQuery } from '@ce/client/kept-proofs.ts'
import { ServiceHelp } from '@ce/site/ServiceHelp.tsx'
import { Button, buttonClass } from '@ce/ui/Button.tsx'
import { showNotice } from '@ce/ui/notices.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import card from '../../components/card.module.css'
import { emptyWords } from '../../components/empty-words.ts'
import { NoSuch } from '../../components/NoSuch.tsx'
import { Screen } from '../../components/Screen.tsx'
import { paths } from '../../paths.ts'
import { useShell } from '../../shells/shell.ts'
import { CodeDialog } from './CodeDialog.tsx'
import { KeptNote } from './KeptNote.tsx'
import { ProofSheet } from './ProofSheet.tsx'
import { noPdfWords, type Proof } from './proof-text.ts'
import { ShareDialog } from './ShareDialog.tsx'

/** the PDF's signed address lives ten minutes: the page renews it before */
const renewMs = 8 * 60_000

/** 学时证明: every printed field; its QR to be held out, a picture to pass on, the PDF. */
export function ProofScreen() {
  const [search] = useSearchParams()
  const id = search.get('id') ?? ''
  const query = useQuery({ ...keptProofQuery(id), enabled: id !== '', refetchInterval: renewMs })
  // none, or somebody else's
  const isMissing = id === '' || query.error instanceof CallRefused
  const proof = isMissing ? undefined : query.data
  const [shown, setShown] = useState<'code' | 'picture' | null>(null)
  const close = () => setShown(null)
  const onPhone = useShell() === 'phone'
  const ways = proof && (
    <Ways
      proof={proof}
      // its address has lapsed by then, and its file is not here
      hasPdf={!proof.unprintable && proof.keptAt === null}
      show={setShown}
      onPhone={onPhone}
    />
  )
  return (
    <Screen
      title={proof ? `${proof.year} 年度学时证明` : '学时证明'}
      back={paths.grant()}
      backLabel="返回学时证明"
      aside={onPhone ? <ServiceHelp /> : ways}
      foot={onPhone && ways}
    >
      {isMissing ? (
        <NoSuch words={emptyWords.noSuchProof} to={paths.grant()} />
      ) : (
        <Loaded query={query}>
          {(data) => (
            <>
              <KeptNote of={data} />
              {data.unprintable && <p role="note">{noPdfWords(data.unprintable)}</p>}
              <ProofSheet proof={data} enlarge={() => setShown('code')} />
              {onPhone && <Links proof={data} />}
            </>
          )}
        </Loaded>
      )}
      {proof && <CodeDialog proof={proof} open={shown === 'code'} onClose={close} />}
      {proof && shown === 'picture' && <ShareDialog proof={proof} onClose={close} />}
    </Screen>
  )
}

interface WaysProps {
  proof: Proof
  hasPdf: boolean
  show: (what: 'code' | 'picture') => void
  onPhone: boolean
}

/** What one does with a proof: on a phone it is held out, on a desk printed. A revoked one is not passed on. */
function Ways({ proof, hasPdf, show, onPhone }: WaysProps) {
  const pdf = hasPdf && (
    <a
      className={buttonClass(onPhone ? 'quiet' : 'primary')}
      href={proof.pdfUrl}
      target="_blank"
      rel="noopener"
    >
      {onPhone ? 'PDF' : '打开 PDF（可打印）'}
    </a>
  )
  const picture = proof.state === 'ISSUED' && (
    <Button kind="quiet" onClick={() => show('picture')}>
      {onPhone ? '转发图片' : '保存图片'}
    </Button>
  )
  if (onPhone)
    return (
      <>
        <Button onClick={() => show('code')}>出示二维码</Button>
        {picture}
        {pdf}
      </>
    )
  return (
    <span className={card.tools}>
      {pdf}
      {picture}
      <Button kind="quiet" onClick={() => copyLink(proof)}>
        复制核验链接
      </Button>
      {/* a public page: the server renders it */}
      <a className={buttonClass('quiet')} href={paths.verify(proof.code)}>
        查看公开核验页
      </a>
    </span>
  )
}

async function copyLink({ verifyUrl }: Proof): Promise<void> {
  const isCopied = await copyText(verifyUrl)
  showNotice(
    isCopied
      ? { kind: 'success', title: '核验链接已复制' }
      : { kind: 'error', title: '复制失败，请手动抄写核验编号' },
  )
}

function Links({ proof }: { proof: Proof }) {
  return (
    <ul className={card.rows}>
      <li>
        <button type="button" className={card.row} onClick={() => copyLink(proof)}>
          复制核验链接
        </button>
      </li>
      <li>
        <a className={card.row} href={paths.verify(proof.code)}>
          查看公开核验页
        </a>
      </li>
    </ul>
  )
}
