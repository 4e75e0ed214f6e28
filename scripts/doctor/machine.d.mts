export interface Finding {
  level: 'ok' | 'note' | 'problem';
  text: string;
}

export interface Account {
  name: string;
  uid: number;
  gid: number;
}

interface Platform {
  embedded: boolean;
  platform?: string;
  arch?: string;
}

export function checkNode(version: string, wanted: string): Finding;
export function checkPackages(root: string, options: Platform): Finding;
export function checkBuild(current: boolean): Finding;
export function checkOpenFiles(limit: number, least?: number): Finding;
export function checkDirectory(
  setting: string,
  path: string,
  options?: { least?: number; account?: Account | undefined },
): Finding;
export function findServerAccount(
  file: string,
  options?: { root?: boolean; passwd?: string },
): Account | undefined;
export function checkAddress(
  publicUrl: string | undefined,
  host: string,
  port: number,
  scheme: 'http' | 'https',
): Promise<Finding>;
