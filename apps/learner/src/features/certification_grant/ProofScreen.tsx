import { CallRefused } from '@ce/client/call.ts'
import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { copyText } from '@ce/client/copy-text.ts'
import { storedProofQuery } from '@ce/client/stored-proofs.ts'
import { CustomerServiceHelp } from '@ce/site/ServiceHelp.tsx'
import { Button, buttonClass } from '@ce/ui/Button.tsx'
import { showNotice } from '@ce/ui/notices.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import card from '../../components/card.module.css'
import { emptyScreenTexts } from '../../components/empty-text.ts'
import { NotFoundNote } from '../../components/NotFoundNote.tsx'
import { ScreenLayout } from '../../components/Screen.tsx'
import { paths } from '../../paths.ts'
import { useShell } from '../../shells/shell.ts'
import { ProofCodeDialog } from './CodeDialog.tsx'
import { ProofSheet } from './ProofSheet.tsx'
import { noPdfText, type Proof } from './proof-text.ts'
import { ShareProofDialog } from './ShareProofDialog.tsx'
import { StoredCopyNote } from './StoredCopyNote.tsx'

/** How often the signed PDF address is renewed, in milliseconds; the address is valid for ten minutes. */
const renewMs = 8 * 60_000

export function ProofScreen() {
  const [search] = useSearchParams()
  const id = search.get('id') ?? ''
  const query = useQuery({ ...storedProofQuery(id), enabled: id !== '', refetchInterval: renewMs })
  const isMissing = id === '' || query.error instanceof CallRefused
  const proof = isMissing ? undefined : query.data
  const [shown, setShown] = useState<'code' | 'picture' | null>(null)
  const close = () => setShown(null)
  const onPhone = useShell() === 'phone'
  const ways = proof && (
    <Ways
      proof={proof}
      // Offline the PDF is missing: its signed address has expired and the file is not stored.
      hasPdf={!proof.unprintable && proof.keptAt === null}
      show={setShown}
      onPhone={onPhone}
    />
  )
  return (
    <ScreenLayout
      title={proof ? `${proof.year} 年度学时证明` : '学时证明'}
      back={paths.grant()}
      backLabel="返回学时证明"
      aside={onPhone ? <CustomerServiceHelp /> : ways}
      foot={onPhone && ways}
    >
      {isMissing ? (
        <NotFoundNote words={emptyScreenTexts.noSuchProof} to={paths.grant()} />
      ) : (
        <QueryContent query={query}>
          {(data) => (
            <>
              <StoredCopyNote of={data} />
              {data.unprintable && <p role="note">{noPdfText(data.unprintable)}</p>}
              <ProofSheet proof={data} enlarge={() => setShown('code')} />
              {onPhone && <Links proof={data} />}
            </>
          )}
        </QueryContent>
      )}
      {proof && <ProofCodeDialog proof={proof} open={shown === 'code'} onClose={close} />}
      {proof && shown === 'picture' && <ShareProofDialog proof={proof} onClose={close} />}
    </ScreenLayout>
  )
}

interface WaysProps {
  proof: Proof
  hasPdf: boolean
  show: (what: 'code' | 'picture') => void
  onPhone: boolean
}

/** Phones offer the QR code, desktops the print. A revoked proof cannot be shared. */
function Ways({ proof, hasPdf, show, onPhone }: WaysProps) {
  const pdf = hasPdf && (
    <a className={buttonClass(onPhone ? 'quiet' : 'primary')} href={proof.pdfUrl} target="_blank" rel="noopener">
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
      {/* A plain link, because the server renders this public page. */}
      <a className={buttonClass('quiet')} href={paths.verify(proof.code)}>
        查看公开核验页
      </a>
    </span>
  )
}

async function copyLink({ verifyUrl }: Proof): Promise<void> {
  const isCopied = await copyText(verifyUrl)
  showNotice(
    isCopied ? { kind: 'success', title: '核验链接已复制' } : { kind: 'error', title: '复制失败，请手动抄写核验编号' },
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
