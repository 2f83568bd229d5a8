/** The sample company: a group with departments and two subsidiaries. Neither it nor its employees exist. */
export interface SampleOrg {
  code: string
  name: string
  parent: string
  orgType: string
  leader: string
}

const dept = (code: string, name: string, parent: string, leader: string): SampleOrg => ({ code, name, parent, orgType: '部门', leader })

export const COMPANY = 'HF'
export const companyOrgs: readonly SampleOrg[] = [
  { code: COMPANY, name: '虎符示例集团', parent: '', orgType: '集团', leader: '陆承远' },
  dept('HF-BGS', '集团办公室', COMPANY, '沈知秋'),
  dept('HF-HR', '人力资源部', COMPANY, '顾若兰'),
  dept('HF-CW', '财务管理部', COMPANY, '程守成'),
  dept('HF-IT', '信息技术部', COMPANY, '韩立新'),
  dept('HF-IT-DEV', '应用开发处', 'HF-IT', '唐亦凡'),
  dept('HF-IT-OPS', '基础运维处', 'HF-IT', '罗振宇'),
  dept('HF-IT-SEC', '信息安全处', 'HF-IT', '许安宁'),
  dept('HF-FW', '法务合规部', COMPANY, '曹明理'),
  dept('HF-SJ', '审计监察部', COMPANY, '邓清源'),
  dept('HF-CG', '采购管理部', COMPANY, '冯广达'),
  { code: 'HF-HD', name: '华东分公司', parent: COMPANY, orgType: '分公司', leader: '蒋海澜' },
  dept('HF-HD-ZH', '华东综合部', 'HF-HD', '叶知夏'),
  dept('HF-HD-CW', '华东财务部', 'HF-HD', '杜若溪'),
  dept('HF-HD-SC', '华东市场部', 'HF-HD', '魏东流'),
  dept('HF-HD-IT', '华东信息部', 'HF-HD', '吕思齐'),
  { code: 'HF-HN', name: '华南分公司', parent: COMPANY, orgType: '分公司', leader: '梁启南' },
  dept('HF-HN-ZH', '华南综合部', 'HF-HN', '谢婉清'),
  dept('HF-HN-CW', '华南财务部', 'HF-HN', '黎书桓'),
  dept('HF-HN-SC', '华南市场部', 'HF-HN', '陈南星'),
  dept('HF-HN-IT', '华南信息部', 'HF-HN', '方致远'),
]
/** Created and deleted again, so that the list of deleted organisations has an entry. */
export const closedOrg = { code: 'HF-CB', name: '新区筹建办公室', parent: COMPANY, orgType: '部门', leader: '高远' }

export interface SampleEmployee {
  userName: string
  realName: string
  gender: 1 | 2
  org: string
  duty?: string
  title?: string
  post?: string
  /** The organisation of a second job. */
  other?: string
}

const person = (userName: string, realName: string, gender: 1 | 2, org: string, more: Partial<SampleEmployee> = {}): SampleEmployee => ({
  userName, realName, gender, org, ...more,
}) // prettier-ignore

export const employees: readonly SampleEmployee[] = [
  person('luchengyuan', '陆承远', 1, COMPANY, { duty: '主任', title: '正高级经济师' }),
  person('shenzhiqiu', '沈知秋', 2, 'HF-BGS', { duty: '主任', post: '行政管理岗' }),
  person('helinfeng', '何林枫', 1, 'HF-BGS', { post: '综合文秘岗' }),
  person('taoxinyi', '陶心怡', 2, 'HF-BGS', { post: '档案管理岗', title: '馆员' }),
  person('guruolan', '顾若兰', 2, 'HF-HR', { duty: '处长', post: '人事管理岗' }),
  person('panyuchen', '潘雨辰', 1, 'HF-HR', { post: '人事管理岗' }),
  person('zoujingyi', '邹静仪', 2, 'HF-HR', { post: '党建工作岗' }),
  person('chengshoucheng', '程守成', 1, 'HF-CW', { duty: '处长', title: '高级会计师', post: '财务会计岗' }),
  person('mengsiyuan', '孟思远', 1, 'HF-CW', { title: '会计师', post: '财务会计岗' }),
  person('jianglinlin', '姜琳琳', 2, 'HF-CW', { title: '助理会计师', post: '出纳岗' }),
  person('hanlixin', '韩立新', 1, 'HF-IT', { duty: '处长', title: '正高级工程师', post: '信息化管理岗' }),
  person('tangyifan', '唐亦凡', 1, 'HF-IT-DEV', { duty: '科长', title: '高级工程师', post: '项目管理岗' }),
  person('baixueqing', '白雪晴', 2, 'HF-IT-DEV', { title: '工程师', post: '数据管理岗' }),
  person('xionghaotian', '熊浩天', 1, 'HF-IT-DEV', { title: '工程师', post: '信息化管理岗' }),
  person('luozhenyu', '罗振宇', 1, 'HF-IT-OPS', { duty: '科长', title: '高级工程师', post: '系统运维岗' }),
  person('qiuziang', '邱子昂', 1, 'HF-IT-OPS', { title: '工程师', post: '系统运维岗' }),
  person('qinmuyao', '秦慕瑶', 2, 'HF-IT-OPS', { title: '助理工程师', post: '系统运维岗' }),
  person('xuanning', '许安宁', 2, 'HF-IT-SEC', { duty: '科长', title: '高级工程师', post: '网络安全岗' }),
  person('shilei', '石磊', 1, 'HF-IT-SEC', { title: '工程师', post: '网络安全岗' }),
  person('caomingli', '曹明理', 1, 'HF-FW', { duty: '处长', post: '法务合规岗' }),
  person('yanwenjing', '严文静', 2, 'HF-FW', { post: '法务合规岗' }),
  person('dengqingyuan', '邓清源', 1, 'HF-SJ', { duty: '处长', post: '审计监督岗', title: '高级会计师' }),
  person('fuyunshu', '傅云舒', 2, 'HF-SJ', { post: '审计监督岗' }),
  person('fengguangda', '冯广达', 1, 'HF-CG', { duty: '处长', post: '采购管理岗' }),
  person('daixiaoyu', '戴晓雨', 2, 'HF-CG', { post: '采购管理岗', other: 'HF-CW' }),
  person('jianghailan', '蒋海澜', 2, 'HF-HD', { duty: '主任', title: '高级经济师' }),
  person('yezhixia', '叶知夏', 2, 'HF-HD-ZH', { post: '人事管理岗', other: 'HF-HR' }),
  person('duruoxi', '杜若溪', 2, 'HF-HD-CW', { title: '会计师', post: '财务会计岗', other: 'HF-CW' }),
  person('weidongliu', '魏东流', 1, 'HF-HD-SC', { duty: '科长', post: '业务经办岗' }),
  person('lvsiqi', '吕思齐', 1, 'HF-HD-IT', { title: '工程师', post: '信息化管理岗', other: 'HF-IT' }),
  person('liangqinan', '梁启南', 1, 'HF-HN', { duty: '主任', title: '高级经济师' }),
  person('xiewanqing', '谢婉清', 2, 'HF-HN-ZH', { post: '综合文秘岗' }),
  person('lishuhuan', '黎书桓', 1, 'HF-HN-CW', { title: '会计师', post: '财务会计岗', other: 'HF-CW' }),
  person('chennanxing', '陈南星', 2, 'HF-HN-SC', { duty: '科长', post: '业务经办岗' }),
  person('fangzhiyuan', '方致远', 1, 'HF-HN-IT', { title: '工程师', post: '系统运维岗', other: 'HF-IT' }),
]
/** Employees who have left, for the list of deleted users. */
export const leavers: readonly SampleEmployee[] = [
  person('gaoyuan', '高远', 1, 'HF-CG', { post: '采购管理岗' }),
  person('songyanan', '宋亚楠', 2, 'HF-HN-SC', { post: '业务经办岗' }),
]

export interface SampleLine {
  code: string
  name: string
  lead: string
  below: readonly string[]
}
export const lines: readonly SampleLine[] = [
  { code: 'LINE-CW', name: '财务条线', lead: 'HF-CW', below: ['HF-HD-CW', 'HF-HN-CW'] },
  { code: 'LINE-IT', name: '信息化条线', lead: 'HF-IT', below: ['HF-HD-IT', 'HF-HN-IT'] },
  { code: 'LINE-ZH', name: '综合行政条线', lead: 'HF-BGS', below: ['HF-HD-ZH', 'HF-HN-ZH'] },
]
