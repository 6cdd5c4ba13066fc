"""The same work as DevicePrimitives and DeviceOperations in PyTorch: python3 device.py"""

import time

import torch

LARGE = 1 << 28
torch.backends.cuda.matmul.allow_tf32 = False


def seconds(run, rounds=9):
    def once(count):
        torch.cuda.synchronize()
        start = time.perf_counter()
        for _ in range(count):
            run()
        torch.cuda.synchronize()
        return (time.perf_counter() - start) / count

    count = int(min(2000, max(2, 0.02 / min(once(3), once(3)))))
    return sorted(once(count) for _ in range(rounds))[rounds // 2]


def row(name, run, nbytes=0, flops=0):
    t = seconds(run)
    rate = f"{nbytes / t * 1e-9:.0f} GB/s" if nbytes else f"{flops / t * 1e-12:.1f} TFLOP/s" if flops else ""
    print(f"| {name} | {t * 1e6:.2f} | {rate} |", flush=True)


def main():
    print("| operation (PyTorch) | µs | rate |\n|---|---:|---:|")
    x, y, z = (torch.rand(LARGE, device="cuda") for _ in range(3))
    for n in (1, 1024, 65536):
        row(f"torch.add(out=) f32, {n}", lambda: torch.add(x[:n], y[:n], out=z[:n]))
        a, b, c = x[:n], y[:n], z[:n]
        row(f"torch.add(out=) f32, {n}, views made before", lambda: torch.add(a, b, out=c))
    row("add f32, 2^28", lambda: torch.add(x, y, out=z), 12 * LARGE)
    x8, y8, z8 = x.view(torch.float64), y.view(torch.float64), z.view(torch.float64)
    x8.uniform_(), y8.uniform_()
    row("add f64, 2^27", lambda: torch.add(x8, y8, out=z8), 12 * LARGE)
    row("exp f64, 2^27", lambda: torch.exp(x8, out=z8), 8 * LARGE)
    x.uniform_(), y.uniform_()
    row("copy f32, 2^28", lambda: z.copy_(x), 8 * LARGE)
    row("exp f32, 2^28", lambda: torch.exp(x, out=z), 8 * LARGE)
    m, mz = x.view(1 << 14, 1 << 14), z.view(1 << 14, 1 << 14)
    row("transposed copy f32, 16384²", lambda: mz.copy_(m.T), 8 * LARGE)
    row("add f32 row broadcast, 16384²", lambda: torch.add(m, y[: 1 << 14], out=mz), 8 * LARGE)
    row("sum f32 of all, 1 GiB", lambda: x.sum(), 4 * LARGE)
    row("sum f32 over rows", lambda: m.sum(1), 4 * LARGE)
    row("sum f32 over columns", lambda: m.sum(0), 4 * LARGE)
    x8.uniform_()
    m8 = x8.view(-1, 1 << 14)
    row("sum f64 of all, 1 GiB", lambda: x8.sum(), 4 * LARGE)
    row("sum f64 over rows", lambda: m8.sum(1), 4 * LARGE)
    row("sum f64 over columns", lambda: m8.sum(0), 4 * LARGE)
    g = torch.Generator().manual_seed(9)
    sizes = torch.randint(16, 65, (1000, 2), generator=g).tolist()
    xs = [torch.rand(r, c, device="cuda", dtype=torch.float64) for r, c in sizes]
    ys = [torch.rand(r, c, device="cuda", dtype=torch.float64) for r, c in sizes]
    row("x += 0.5 y, 1000 blocks, _foreach_add_", lambda: torch._foreach_add_(xs, ys, alpha=0.5))
    for dtype, name in ((torch.float64, "F64"), (torch.float32, "F32"), (torch.complex128, "C128"), (torch.bfloat16, "BF16")):
        for n in (64, 256, 1024, 4096, 8192):
            a = torch.rand(n, n, device="cuda", dtype=dtype)
            b = torch.rand(n, n, device="cuda", dtype=dtype)
            c = torch.empty_like(a)
            flops = (8 if dtype.is_complex else 2) * n**3
            row(f"gemm {name}, {n}", lambda: torch.matmul(a, b, out=c), flops=flops)
    h = torch.empty(1 << 28, dtype=torch.uint8).pin_memory()
    d = torch.empty(1 << 28, dtype=torch.uint8, device="cuda")
    row("host to device, pinned, 256 MiB", lambda: d.copy_(h, non_blocking=True), 1 << 28)
    row("device to host, pinned, 256 MiB", lambda: h.copy_(d, non_blocking=True), 1 << 28)


if __name__ == "__main__":
    main()
