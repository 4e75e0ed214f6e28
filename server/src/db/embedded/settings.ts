import { totalmem } from 'node:os';
import type { Endpoint } from './endpoint.ts';

const MIB = 1024 * 1024;

/**
 * PostgreSQL's settings as arguments. Arguments win over its configuration files, so nothing there
 * can make it forget or leak, and there is no file of ours to keep in step.
 */
export function settingsFor(endpoint: Endpoint): string[] {
  const memory =
    Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY) / MIB;
  const settings: Record<string, string | number> = {
    ...listening(endpoint),
    cluster_name: 'drawbridge', // for whoever reads `ps`

    // What was acknowledged survives a power cut.
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',

    // Room for 32 processes; a place that nobody takes costs next to nothing.
    max_connections: 320,
    shared_buffers: `${Math.round(Math.min(512, Math.max(64, memory / 8)))}MB`,
    effective_cache_size: `${Math.round(Math.max(128, memory / 2))}MB`,
    work_mem: '16MB',
    maintenance_work_mem: '64MB',
    // After each checkpoint every page that changes is logged whole once more, so a rush of entries should
    // bring few of them. Entries among a million leads were nearer to those in an empty table with it, in
    // the few runs that compared.
    max_wal_size: '4GB',
    // What is not in memory is on a solid-state disk. With the old default, statements that were planned
    // while a table was small read all of it, also after it has grown.
    random_page_cost: 1.1,
    // Our queries are short: compiling them costs more than it saves.
    jit: 'off',
    // Containers have 64 MB of /dev/shm, which parallel queries exhaust and then fail.
    max_parallel_workers_per_gather: 0,
    max_parallel_maintenance_workers: 0,
    // 'try' ends in a bus error in containers whose host has huge pages that they may not use.
    huge_pages: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',

    // The log must not hold anybody's data. Error messages quote values, and we get each of them as
    // an answer anyway: 'log' leaves out errors and keeps starts, stops, crashes and refusals.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    // Drops the detail lines: they quote rows and the statement that a crashed process was running.
    log_error_verbosity: 'terse',
    log_parameter_max_length: 0,
    log_parameter_max_length_on_error: 0,
    log_statement: 'none',
    log_min_duration_statement: -1,
    // Regular events, which would make the log grow for ever.
    log_checkpoints: 'off',
    checkpoint_warning: 0,
    log_autovacuum_min_duration: -1,
    log_lock_waits: 'off',
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

function listening({ host, port }: Endpoint): Record<string, string | number> {
  if (process.platform === 'win32') return { listen_addresses: host, port };
  return {
    listen_addresses: '',
    port, // part of the socket's name
    unix_socket_directories: host,
    unix_socket_permissions: '0700',
  };
}
