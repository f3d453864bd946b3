import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { decideReduction } from '../../src/modules/credits/course_reduce/service/review.ts'
import { saveReductionType } from '../../src/modules/credits/course_reduce/service/types.ts'
import type { Deps } from '../../src/platform/deps.ts'
import { findActingDemoStaff } from './acting-staff.ts'
import { signInDemoStudent } from './people.ts'
import { renderEvidenceSheet } from './pictures.ts'
import type { DemoClient } from './wire.ts'

const plain = { applyFrom: null, applyTo: null, unit: null, levels: 1, samplePercent: 0 }
const rules = {
  PAPER: {
    ...plain,
    name: '发表论文',
    subjectScope: 'PROFESSIONAL',
    hoursMode: 'PER_UNIT',
    hours: 3,
    unit: '篇',
    yearCap: 12,
    evidence: '论文首页、期刊封面与目录',
    minFiles: 1,
  },
  SUPPORT: {
    ...plain,
    name: '援藏援疆援外',
    subjectScope: 'PROFESSIONAL',
    hoursMode: 'FULL_YEAR',
    hours: null,
    yearCap: null,
    evidence: '派出单位的证明，连续六个月以上',
    minFiles: 1,
  },
  TEACHING: {
    ...plain,
    name: '授课与命题',
    subjectScope: 'BOTH',
    hoursMode: 'FIXED',
    hours: 6,
    yearCap: 12,
    evidence: '授课通知或聘书',
    minFiles: 1,
    levels: 2,
    samplePercent: 20,
  },
} as const

type Code = keyof typeof rules

export async function addDemoReductions(app: FastifyInstance, deps: Deps, year: number): Promise<void> {
  const academic = await findActingDemoStaff(deps, 'academic', ['reduction.read', 'reduction.types'])
  for (const [code, rule] of Object.entries(rules))
    await saveReductionType(deps, academic, { id: randomUUID(), version: 0, code, enabled: true, rule })
  const half = await learner(app, '13800000002', year)
  const proven = await learner(app, '13800000003', year)
  const reviewer = await findActingDemoStaff(deps, 'reviewer', ['reduction.read', 'reduction.review'])
  const decide =
    (decision: 'APPROVE' | 'RETURN' | 'REJECT', opinion: string) =>
    async ({ id, version }: { id: string; version: number }) =>
      void (await decideReduction(deps, reviewer, {
        ...{ id, version, decision, opinion },
        ...{ hours: null, despiteOverlap: [] },
      }))

  await half('PAPER', 3, '03', '社区慢病用药依从性研究，发表于省级期刊').then(decide('APPROVE', '材料齐全'))
  await half('TEACHING', 6, '05', '为全市执业药师讲授处方审核').then(decide('APPROVE', '初审同意'))
  await half('PAPER', 3, '09', '门店抗菌药物咨询案例分析', 2)
  await proven('PAPER', 6, '04', '冷链药品验收流程两篇').then(decide('RETURN', '第二篇缺期刊目录，请补充清晰的照片'))
  await proven('PAPER', 3, '06', '内部刊物文章一篇').then(decide('REJECT', '内部刊物不在认可的期刊之列'))
  // Two students upload the same picture, so the reviewer gets a warning.
  await proven('PAPER', 3, '08', '门店抗菌药物咨询案例分析（合著）', 2)
  await proven.draft('TEACHING')
}

/** The number `picture` selects the evidence file. */
async function learner(app: FastifyInstance, account: string, year: number) {
  const wire = await signInDemoStudent(app, account)
  const submit = async (typeCode: Code, hours: number, month: string, reason: string, picture = 1) =>
    wire('POST /course_reduce/v1/submit', {
      id: randomUUID(),
      version: 0,
      year,
      typeCode,
      subject: 'PROFESSIONAL',
      hours,
      startDate: `${year}-${month}-01`,
      endDate: `${year}-${month}-20`,
      reason,
      attachments: [
        await wire.upload(
          'EVIDENCE',
          `材料-${month}.png`,
          await renderEvidenceSheet(picture === 1 ? Number(month) : 0),
        ),
      ],
    })
  return Object.assign(submit, { draft: (typeCode: Code) => saveDraft(wire, typeCode, year) })
}

function saveDraft(wire: DemoClient, typeCode: Code, year: number) {
  const nothingYet = { subject: null, hours: null, startDate: null, endDate: null, attachments: [] }
  const what = { id: randomUUID(), version: 0, year, typeCode, ...nothingYet }
  return wire('POST /course_reduce/v1/save', { ...what, reason: '为门店新员工讲课' })
}
