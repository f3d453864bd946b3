/**
 * Every refusal a call can answer with: its code, its words, and the HTTP status when it is not 200.
 * Thousands belong to modules: 1 platform, 2 student, 3 file, 4 order, 5 course, 6 exam,
 * 7 certification_grant, 8 first_page, 9 staff, 10 poster, 11 poster_import, 12 question, 13 question_import, 14 teaching,
 * 15 plan, 16 student_desk, 17 roster_import, 18 capture_review. `{name}` in a msg is filled from the refusal's data.
 */
export const refusals = {
  'common.invalid': { code: 1001, msg: '提交的内容有误，请检查：{problem}' },
  'common.unparsable': { code: 1002, msg: '请求格式有误，无法读取', status: 400 },
  'common.noSuchCall': { code: 1003, msg: '没有这个接口', status: 404 },
  'common.tooLarge': { code: 1004, msg: '提交的内容过大', status: 413 },
  'common.tooOften': { code: 1005, msg: '操作过于频繁，请在 {seconds} 秒后再试', status: 429 },
  'common.broken': { code: 1006, msg: '服务器出错，请联系管理员', status: 500 },
  'common.busy': { code: 1007, msg: '系统繁忙，请稍后再试', status: 503 },
  'common.unauthorized': { code: 1008, msg: '身份验证已过期，请重新登录', status: 401 },
  'common.notFound': { code: 1009, msg: '没有找到这条记录' },

  'student.badCredentials': { code: 2001, msg: '账号或密码不正确' },
  'student.locked': { code: 2002, msg: '连续输错次数过多，请在 {minutes} 分钟后再试' },
  'student.challengeRequired': { code: 2003, msg: '请先完成安全验证' },
  'student.challengeInvalid': { code: 2004, msg: '安全验证已失效，请重新验证' },
  'student.phoneTaken': { code: 2005, msg: '该手机号已注册；如是您本人的账号，请直接用它登录' },
  'student.idTaken': { code: 2006, msg: '该证件号已注册，请登录；如忘记密码请联系客服' },
  'student.certificateTaken': { code: 2007, msg: '该资格证书编号已被登记，如有疑问请联系客服' },
  'student.agreementOutdated': { code: 2008, msg: '用户协议已更新，请阅读新版后再提交' },
  'student.wrongPassword': { code: 2009, msg: '密码不正确，请重新输入' },
  'student.samePassword': { code: 2010, msg: '新密码不能与原密码相同' },
  'student.weakPassword': { code: 2011, msg: '这个密码过于常见，请换一个' },
  'student.passwordNeeded': { code: 2012, msg: '修改手机号需要验证登录密码' },

  'file.missing': { code: 3001, msg: '请选择要上传的文件' },
  'file.tooLarge': { code: 3002, msg: '文件超过 {limit}，请压缩后再上传' },
  'file.wrongType': { code: 3003, msg: '不支持这种文件，请上传 {allowed}' },
  'file.tooMany': { code: 3004, msg: '上传过于频繁，请稍后再试' },
  'file.linkInvalid': { code: 3005, msg: '链接已失效，请刷新页面后重试', status: 403 },
  'file.gone': { code: 3006, msg: '文件不存在或已删除', status: 404 },

  'file.noSuchUpload': { code: 3007, msg: '没有找到这次上传，请重新选择文件' },
  'file.badOffset': { code: 3008, msg: '上传的位置不对，请从 {received} 字节处继续' },
  'file.incomplete': { code: 3009, msg: '文件还没有传完，请继续上传' },
  'file.badFilm': { code: 3011, msg: '这个视频不能用：{problem}' },
  'file.badCaptions': { code: 3012, msg: '字幕有误：{problem}' },
  'file.badPicture': { code: 3010, msg: '图片无法读取，或尺寸过大，请换一张' },

  'order.planClosed': { code: 4001, msg: '该年度报名已截止' },
  'order.planNotYetOpen': { code: 4002, msg: '该年度报名尚未开始' },
  'order.noSuchPlan': { code: 4003, msg: '没有该年度的培训计划' },
  'order.notOfPlan': { code: 4004, msg: '所选课程中有不属于该年度的课程' },
  'order.requiredMissing': { code: 4005, msg: '必修课程必须全部选择' },
  'order.notEnoughHours': {
    code: 4006,
    msg: '所选课程 {chosen} 学时，未达到要求的 {required} 学时',
  },
  'order.alreadyPaid': { code: 4007, msg: '该年度已报名缴费，无需重复报名' },
  'order.noGateway': { code: 4008, msg: '尚未开通在线支付，暂时无法缴费，请联系客服' },
  'order.payTypeUnavailable': { code: 4009, msg: '暂不支持所选的支付方式' },
  'order.notFound': { code: 4010, msg: '没有找到该订单' },
  'order.notPending': { code: 4011, msg: '该订单当前状态不能取消' },
  'order.badNotification': { code: 4012, msg: '支付通知验证失败', status: 400 },
  'order.gatewayDown': { code: 4013, msg: '支付渠道暂时没有响应，请稍后再试' },

  'course.notFound': { code: 5001, msg: '没有找到该课程' },
  'course.noTrial': { code: 5002, msg: '该课程不提供试看' },
  'course.notPaid': { code: 5003, msg: '该年度尚未缴费，缴费后即可学习' },
  'course.studyClosed': { code: 5004, msg: '该年度学习时间已结束' },
  'course.lessonNotFound': { code: 5005, msg: '没有找到该课时' },
  'course.positionBeyondLesson': { code: 5006, msg: '播放位置超出课时长度' },
  'course.badIntervals': { code: 5007, msg: '观看区间有误' },
  'course.beatConflict': { code: 5008, msg: '同一序号的学习记录内容不一致，已忽略' },
  'course.takenOver': { code: 5009, msg: '您已在其他页面或设备上开始学习，本页面已暂停' },
  'course.sessionNotOpen': { code: 5010, msg: '播放尚未开始，请重新播放' },
  'course.presenceExpired': { code: 5011, msg: '未在规定时间内确认在场，播放已暂停' },
  'course.notStudied': { code: 5012, msg: '请先完成本课程全部课时的学习' },
  'course.alreadyEvaluated': { code: 5013, msg: '您已评价过本课程' },

  'exam.notFound': { code: 6001, msg: '没有找到该考试' },
  'exam.notStudied': { code: 6002, msg: '请先完成本课程全部课时的学习' },
  'exam.notEvaluated': { code: 6003, msg: '请先完成课程评价' },
  'exam.notPaid': { code: 6004, msg: '该年度尚未缴费' },
  'exam.closed': { code: 6005, msg: '该年度学习与考试时间已结束' },
  'exam.alreadyPassed': { code: 6006, msg: '您已通过本课程考试，无需再考' },
  'exam.exhausted': { code: 6007, msg: '本轮考试次数已用完，请重新学习后再考' },
  'exam.consentNeeded': { code: 6008, msg: '请先阅读并同意考试须知' },
  'exam.attemptNotFound': { code: 6009, msg: '没有找到该次考试' },
  'exam.deadlinePassed': { code: 6010, msg: '考试时间已到，系统已自动交卷' },
  'exam.submitted': { code: 6011, msg: '该次考试已交卷' },
  'exam.seqStale': { code: 6012, msg: '答案已在其他页面更新，请合并后重试' },
  'exam.badAnswer': { code: 6014, msg: '答案中有不属于本试卷的题目或选项' },
  'exam.captureConflict': { code: 6015, msg: '该次抓拍已提交' },
  'exam.consentOutdated': { code: 6016, msg: '考试须知已更新，请刷新后重新阅读' },
  'exam.notReady': { code: 6017, msg: '题库尚未就绪，请联系客服' },
  'exam.notSubmitted': { code: 6018, msg: '该次考试还在进行，交卷后可查看' },
  'exam.sealedUnproven': {
    code: 6020,
    msg: '无法证明这些答案在截止前已作答，未能收取；已按服务器保存的答案交卷',
  },
  'exam.sealedLate': {
    code: 6021,
    msg: '恢复联网过晚，未能收取断网期间的答案；如有异议请提出申诉',
  },
  'exam.appealed': { code: 6022, msg: '这次考试已经提出过申诉' },
  'exam.decisionNotFound': { code: 6023, msg: '没有找到这项处置申请' },
  'exam.decisionTaken': { code: 6024, msg: '这项处置已有结论' },
  'exam.decisionWaiting': { code: 6025, msg: '这次考试已有同样的处置在等待复核' },
  'exam.secondPerson': { code: 6026, msg: '须由申请人以外的另一名工作人员复核' },
  'exam.notRunning': { code: 6027, msg: '这次考试已经结束，不能延长' },
  'exam.alreadyVoid': { code: 6028, msg: '这次考试已经作废' },
  'exam.keyUsed': { code: 6029, msg: '这个编号已用于另一项申请，请刷新后重试' },
  'exam.appealNotFound': { code: 6030, msg: '没有找到这项申诉' },
  'exam.appealAnswered': { code: 6031, msg: '这项申诉已经答复' },
  'exam.noSuchStudent': { code: 6032, msg: '没有找到这位学员，请核对手机号' },
  'exam.reviewLocked': { code: 6019, msg: '通过考试，或用完本轮考试次数后，可以查看答卷与解析' },

  'grant.notFound': { code: 7001, msg: '没有找到该学时证明' },
  'grant.notSealed': { code: 7003, msg: '您的学时还没有进入公示的台账，最早在入账后次日零点' },
  'grant.noSuchCode': { code: 7002, msg: '没有找到该证明，请核对编号' },

  'first_page.notFound': { code: 8001, msg: '没有找到这篇内容，可能已撤回' },
  'first_page.badFile': { code: 8002, msg: '所选图片不存在，请重新上传' },
  'first_page.orderStale': { code: 8003, msg: '列表已被他人更改，请刷新后再排序' },
  'first_page.versionTaken': { code: 8004, msg: '这个版本号已经用过，请换一个' },
  'first_page.keyUsed': { code: 8005, msg: '这一条已经按另外的内容建好了，请刷新列表后再修改' },
  'first_page.tooMany': { code: 8006, msg: '最多 {most} 条，请先删除不用的' },

  'staff.badCredentials': { code: 9001, msg: '用户名或密码不正确' },
  'staff.locked': { code: 9002, msg: '连续输错次数过多，请在 {minutes} 分钟后再试' },
  'staff.codeNeeded': { code: 9003, msg: '请输入动态口令' },
  'staff.badCode': { code: 9004, msg: '动态口令不正确或已使用，请等待下一个' },
  'staff.forbidden': { code: 9005, msg: '您的角色没有这项权限，请联系超级管理员' },
  'staff.totpSetupNeeded': { code: 9006, msg: '您的角色必须先绑定动态口令' },
  'staff.wrongPassword': { code: 9007, msg: '密码不正确，请重新输入' },
  'staff.samePassword': { code: 9008, msg: '新密码不能与原密码相同' },
  'staff.weakPassword': {
    code: 9009,
    msg: '密码须含大写、小写、数字、符号中的三类，且不能包含用户名',
  },
  'staff.totpOn': { code: 9010, msg: '动态口令已绑定，如需更换请先解除' },
  'staff.totpNotBegun': { code: 9011, msg: '请先扫描二维码开始绑定' },
  'staff.totpMandatory': { code: 9012, msg: '您的角色必须使用动态口令，不能解除' },
  'staff.usernameTaken': { code: 9013, msg: '这个用户名已被使用' },
  'staff.noSuchRole': { code: 9014, msg: '所选角色不存在' },
  'staff.notFound': { code: 9015, msg: '没有找到该工作人员' },
  'staff.lastAdmin': { code: 9016, msg: '至少要保留一名启用的超级管理员' },
  'staff.notYourself': { code: 9017, msg: '不能对自己的账号做此操作' },
  'staff.passwordChangeNeeded': { code: 9018, msg: '请先修改初始密码' },

  'poster.notFound': { code: 10001, msg: '没有找到这篇内容' },
  'poster.versionStale': { code: 10002, msg: '这篇内容刚被 {by} 修改过，请刷新后再操作' },
  'poster.badFile': { code: 10003, msg: '所选文件不存在或类型不符，请重新上传' },
  'poster.videoNeeded': { code: 10004, msg: '视频栏目的内容必须有视频才能发布' },
  'poster.badTime': { code: 10005, msg: '发布时间应在现在之后、一年之内' },
  'poster.notPublished': { code: 10006, msg: '这篇内容没有发布，无需撤回' },
  'poster.wasPublished': { code: 10007, msg: '发布过的内容不能删除，可以撤回' },
  'poster.alreadyLive': { code: 10008, msg: '这篇内容读者正在看，新稿只能立即发布，不能定时' },

  'poster_import.unreadable': { code: 11001, msg: '无法读取这个文件：{problem}' },
  'poster_import.tooLarge': { code: 11002, msg: '解压后的内容过大，请分批导入' },
  'poster_import.empty': { code: 11003, msg: '里面没有 Markdown 或 HTML 文档' },
  'poster_import.notFound': { code: 11004, msg: '没有找到这次导入，请重新检查' },
  'poster_import.otherwiseRun': {
    code: 11005,
    msg: '这次导入已经开始，不能再改为“{asked}”；需要时请重新检查一次',
  },

  'question.notFound': { code: 12001, msg: '没有找到该试题' },
  'question.noSuchCourse': { code: 12002, msg: '没有找到该课程' },
  'question.versionStale': { code: 12003, msg: '这道题刚被 {by} 修改过，请刷新后再操作' },
  'question.duplicate': { code: 12004, msg: '本课程已有题干相同的试题：第 {no} 号' },
  'question.bankTooSmall': {
    code: 12005,
    msg: '这样 {year} 年度就不够组卷：{lack}',
  },

  'question_import.noFile': { code: 13001, msg: '没有找到上传的文件，请重新上传' },
  'question_import.conflict': { code: 13002, msg: '这个导入编号已用于另一个文件，请重新检查' },
  'question_import.notFound': { code: 13003, msg: '没有找到这次导入，请重新检查' },
  'question_import.notChecked': { code: 13004, msg: '这次导入没有可用的检查结果，请先完成检查' },
  'question_import.nothingToDo': { code: 13005, msg: '没有可以导入的试题' },
  'question_import.bankChanged': {
    code: 13006,
    msg: '检查之后题库有变动（{stem}），没有写入任何试题，请重新检查',
  },

  'teaching.notFound': { code: 14001, msg: '没有找到这门课程' },
  'teaching.teacherNotFound': { code: 14002, msg: '没有找到这位教师' },
  'teaching.versionStale': { code: 14003, msg: '刚被 {by} 修改过，请刷新后再操作' },
  'teaching.notReady': { code: 14004, msg: '还不能发布：{problem}' },
  'teaching.badFile': { code: 14005, msg: '所选文件不存在或类型不符，请重新上传' },
  'teaching.subjectFixed': { code: 14006, msg: '已有学员为这门课程缴费，科目不能再改' },
  'teaching.notPublished': { code: 14007, msg: '这门课程还没有发布过' },
  'teaching.neededByPlan': {
    code: 14008,
    msg: '{year} 年度计划把它列为必修课程，不能撤下；请先调整计划',
  },
  'student_desk.notFound': { code: 16001, msg: '没有找到该学员' },
  'student_desk.closed': { code: 16002, msg: '该账号已合并关闭，请到保留的账号操作' },
  'student_desk.sameAccount': { code: 16003, msg: '请选择两个不同的账号' },
  'student_desk.mergeOpen': { code: 16004, msg: '其中一个账号已有待确认的合并申请' },
  'student_desk.mergeHindered': { code: 16005, msg: '暂时不能合并：{obstacle}' },
  'student_desk.keyUsed': { code: 16006, msg: '这个编号已用于另一份申请，请刷新后重试' },
  'student_desk.secondPerson': { code: 16007, msg: '须由申请人以外的工作人员决定' },
  'student_desk.decided': { code: 16008, msg: '这份申请已由 {by} 作出决定' },

  'roster_import.noFile': { code: 17001, msg: '没有找到上传的文件，请重新上传' },
  'roster_import.conflict': { code: 17002, msg: '这个导入编号已用于另一个文件，请重新检查' },
  'roster_import.notFound': { code: 17003, msg: '没有找到这次导入，请重新检查' },
  'roster_import.notChecked': { code: 17004, msg: '这次导入没有可用的检查结果，请先完成检查' },
  'roster_import.nothingToDo': { code: 17005, msg: '没有可以导入的行' },
  'roster_import.rowsRefused': {
    code: 17006,
    msg: '还有 {refuse} 行不能导入；请改好表格重新上传，一次全部写入',
  },
  'roster_import.noSheet': { code: 17007, msg: '这次导入没有初始密码表' },
  'roster_import.sheetTaken': {
    code: 17008,
    msg: '初始密码表已下载过，不能再次下载；可在学员页面逐个重置密码',
  },

  'capture_review.notFound': { code: 18001, msg: '没有找到这次待核查的考试' },
  'capture_review.alreadyProposed': { code: 18002, msg: '这次考试已有人提出建议，请刷新后查看' },
  'capture_review.keyUsed': { code: 18003, msg: '这个编号已用于另一次考试，请刷新后重试' },
  'capture_review.secondPerson': { code: 18004, msg: '须由提出建议者以外的工作人员决定' },
  'capture_review.decided': { code: 18005, msg: '这条建议已由 {by} 作出决定' },

  'plan.notFound': { code: 15001, msg: '没有找到这个年度计划' },
  'plan.versionStale': { code: 15002, msg: '这个计划刚被 {by} 修改过，请刷新后再操作' },
  'plan.yearTaken': { code: 15003, msg: '{year} 年度已有计划，一个年度只能有一个' },
  'plan.sold': { code: 15004, msg: '已有 {paid} 名学员缴费，{locked}不能再改' },
  'plan.shortened': { code: 15005, msg: '已有学员缴费，学习截止时间只能延后' },
  'plan.courseChosen': { code: 15006, msg: '已有 {chosen} 名学员选了“{title}”，不能从计划里移除' },
  'plan.noSuchCourse': { code: 15007, msg: '所选课程中有不存在的，请重新选择' },
  'plan.notReady': { code: 15008, msg: '计划还不能开放：{problem}' },
  'plan.notOpened': { code: 15009, msg: '这个计划还没有开放过' },
} as const satisfies Record<string, { code: number; msg: string; status?: number }>

export type RefusalKey = keyof typeof refusals

/** Every answer of the portal, good or bad. `code` 1 is success (specification §7). */
export interface Envelope<Data = unknown> {
  code: number
  msg: string
  data: Data
}

/** What `data` holds when a call is refused. */
export interface RefusalData {
  key: RefusalKey
  /** problems by field name, in Chinese */
  fields?: Record<string, string>
  [detail: string]: unknown
}
