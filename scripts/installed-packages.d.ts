type LockedPackage = {
  readonly version?: string;
  readonly license?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly resolved?: string;
  readonly hasInstallScript?: boolean;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly devOptional?: boolean;
  readonly os?: string | readonly string[];
  readonly cpu?: string | readonly string[];
};
type Lock = { readonly packages: Readonly<Record<string, LockedPackage>> };

export const root: string;
export const oldestNode: number;
export const stampFile: (folder: string) => string;
export const lockHash: (folder: string) => string;
export const readLock: (folder: string) => Lock;
export const isInstalled: (folder: string, purpose: 'start' | 'test', nodeMajor: number) => boolean;
export const listUnhashed: (lock: Lock, platform: string, arch: string) => string[];
