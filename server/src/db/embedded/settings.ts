import { totalmem } from 'node:os';
import type { Endpoint } from './endpoint.ts';

const MIB = 1024 * 1024;

/**
 * PostgreSQL's settings as arguments. Arguments override its configuration files, so nothing in those
 * can make it lose or leak data, and we have no file of our own to maintain.
 */
export function settingsFor(endpoint: Endpoint): string[] {
  const memory =
    Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY) / MIB;
  const settings: Record<string, string | number> = {
    // Only the owner and root can reach the socket.
    listen_addresses: '',
    port: endpoint.port, // part of the socket's name
    unix_socket_directories: endpoint.host,
    unix_socket_permissions: '0700',
    cluster_name: 'drawbridge', // shown by `ps`

    // Acknowledged data survives a power cut.
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',

    shared_buffers: `${Math.round(Math.min(512, Math.max(64, memory / 8)))}MB`,
    effective_cache_size: `${Math.round(Math.max(128, memory / 2))}MB`,
    work_mem: '16MB',
    maintenance_work_mem: '64MB',
    // After a checkpoint the first change of every page logs the whole page, so a rush of entries should
    // cause few checkpoints. In a few comparison runs this brought the speed of entries among a million
    // leads closer to that of entries in an empty table.
    max_wal_size: '4GB',
    // The data is in memory or on a solid-state disk. With PostgreSQL's default, statements planned while
    // a table was small still read all of it after it has grown.
    random_page_cost: 1.1,
    // Our queries are short, so compiling them costs more than it saves.
    jit: 'off',
    // Parallel queries fail when they exhaust /dev/shm, which has 64 MB in containers.
    max_parallel_workers_per_gather: 0,
    max_parallel_maintenance_workers: 0,
    // 'try' causes a bus error in containers that may not use their host's huge pages.
    huge_pages: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',

    // The log must not contain personal data. Error messages quote values, and we receive each of them as
    // a response anyway: 'log' omits errors and keeps starts, stops, crashes and rejected connections.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    // Omits the detail lines, which quote rows and the statement that a crashed process was running.
    log_error_verbosity: 'terse',
    log_parameter_max_length: 0,
    log_parameter_max_length_on_error: 0,
    log_statement: 'none',
    log_min_duration_statement: -1,
    // Off, because these messages are regular and would make the log grow without limit.
    log_checkpoints: 'off',
    checkpoint_warning: 0,
    log_autovacuum_min_duration: -1,
    log_lock_waits: 'off',
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
