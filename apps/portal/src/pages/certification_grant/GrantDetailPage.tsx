import '@ce/site/verify.css'
import { CallRefused, type Output } from '@ce/client/call.ts'
import { grantInfoQuery } from '@ce/client/certification_grant.ts'
import { formatDate, subjectNames } from '@ce/client/format.ts'
import { Loaded } from '@ce/frame/Loaded.tsx'
import { ProofEntries } from '@ce/site/ProofEntries.tsx'
import { ProofField, printedHours } from '@ce/site/ProofField.tsx'
import { EmptyState } from '@ce/ui/States.tsx'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { QRCodeSVG } from 'qrcode.react'
import { Link, useSearchParams } from 'react-router'
import { paths } from '../../paths.ts'
import classes from './GrantDetailPage.module.css'

type Proof = Output<'GET /certification_grant/v1/info'>

/** 学时证明 as a sheet: every printed field, its QR, and the PDF. */
export function GrantDetailPage() {
  const [search] = useSearchParams()
  const id = search.get('id') ?? ''
  // the PDF's signed address lives ten minutes: the page renews it before
  const query = useQuery({ ...grantInfoQuery(id), enabled: id !== '', refetchInterval: 8 * 60_000 })
  return (
    <main className={classes.page}>
      <Link to={paths.grant()} className={classes.back}>
        返回学时证明
      </Link>
      {id === '' || query.error instanceof CallRefused ? (
        <EmptyState title="没有找到这份证明">
          它可能属于另一个账号，或地址输入有误；请从学时证明列表中选择年度查看。
        </EmptyState>
      ) : (
        <Loaded query={query}>{(proof) => <Sheet proof={proof} />}</Loaded>
      )}
    </main>
  )
}

function Sheet({ proof }: { proof: Proof }) {
  return (
    <>
      <Actions proof={proof} />
      <article className={classes.sheet} aria-labelledby="proof-title">
        <h1 id="proof-title">执业药师继续教育学时证明</h1>
        <p className={classes.year}>{proof.year} 年度</p>
        <p className={classes.number}>证明编号 {proof.number}</p>
        {proof.state === 'REVOKED' && (
          <p className={classes.revoked} role="alert">
            <StatusMark kind="error">
              本证明已于 {formatDate(proof.revokedAt)} 撤销：{proof.revokeReason}
            </StatusMark>
          </p>
        )}
        <dl className="verify-fields">
          <ProofField name="姓名" value={proof.name} />
          <ProofField name={proof.idTypeLabel} value={proof.idNoMasked} />
          <ProofField name="资格证书编号" value={proof.certificateNo} />
          <ProofField name="执业单位" value={proof.employer || '—'} />
          <ProofField
            name={subjectNames.PROFESSIONAL}
            value={printedHours(proof, 'professional')}
          />
          <ProofField name={subjectNames.PUBLIC} value={printedHours(proof, 'public')} />
        </dl>
        <ProofEntries entries={proof.entries} />
        <div className={classes.foot}>
          <div className={classes.code}>
            <QRCodeSVG value={proof.verifyUrl} size={148} level="L" title="核验二维码" />
            <p>{proof.code.replace(/(.{4})(?=.)/g, '$1 ')}</p>
            <p className={classes.hint}>扫码或输入编号核验真伪</p>
          </div>
          <div>
            <p className={classes.issuer}>{proof.issuer}</p>
            <p>发证日期 {proof.issuedOn}</p>
          </div>
        </div>
      </article>
    </>
  )
}

function Actions({ proof }: { proof: Proof }) {
  const { message } = App.useApp()
  const copy = async () => {
    await navigator.clipboard.writeText(proof.verifyUrl).then(
      () => message.success('核验链接已复制'),
      () => message.error('复制失败，请手动复制编号'),
    )
  }
  return (
    <div className={classes.actions}>
      <Button
        type="primary"
        className={classes.pdf}
        href={proof.pdfUrl}
        target="_blank"
        rel="noopener"
      >
        打开 PDF（可打印）
      </Button>
      <Button onClick={copy}>复制核验链接</Button>
      <Link to={paths.verify(proof.code)}>查看公开核验页</Link>
    </div>
  )
}
