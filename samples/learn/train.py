"""Learn one network: `python -m samples.learn.train stones DATA --val VAL --minutes 45 --out vision/weights`.

Learning stops by the clock; the rate falls along a cosine of the time spent. Its log: samples/learn/logs.
"""

from __future__ import annotations

import argparse
import math
import time
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from samples.learn.examples import EXAMPLES, load
from samples.learn.networks import NETWORKS
from vision.network import LATTICE, LOCATOR, STONES

SIDES = {"locator": LOCATOR.side, "lattice": LATTICE.side, "stones": STONES.spacing * STONES.cells}


def heat_loss(answer: Tensor, target: Tensor) -> Tensor:
    """Focal loss for peaks (CornerNet, Law and Deng 2018), plus cross entropy for the inside."""
    chance = answer[:, 0].sigmoid().clamp(1e-4, 1 - 1e-4)
    peak = target[:, 0]
    sure = peak > 0.95
    hit = ((1 - chance) ** 2 * chance.log())[sure].sum()
    miss = ((1 - peak) ** 4 * chance**2 * (1 - chance).log())[~sure].sum()
    return -(hit + miss) / sure.sum().clamp(min=1) + functional.binary_cross_entropy_with_logits(
        answer[:, 1], target[:, 1]
    )


def stones_loss(answer: Tensor, target: Tensor) -> Tensor:
    """Cross entropy of the content where it can be seen, of covered, and the distance of offsets."""
    content, covered, offset = target[:, 0].long(), target[:, 1], target[:, 2:4]
    weight, weight_covered = target[:, 4], target[:, 5]
    each = functional.cross_entropy(answer[:, :3], content, reduction="none", label_smoothing=0.002)
    # Hard points count more: most points are easy after the first minutes.
    loss = (each * weight).sum() / weight.sum().clamp(min=1)
    hide = functional.binary_cross_entropy_with_logits(answer[:, 3], covered, reduction="none")
    stone = weight * (content > 0)
    shift = (functional.smooth_l1_loss(answer[:, 4:6], offset, reduction="none", beta=0.05).sum(1) * stone).sum()
    return (
        loss
        + 0.3 * (hide * weight_covered).sum() / weight_covered.sum().clamp(min=1)
        + 0.5 * shift / stone.sum().clamp(min=1)
    )


def batch(name: str, rng: np.random.Generator, files: list[Path], each: int = 1) -> tuple[Tensor, Tensor]:
    """Inputs and targets; `each` examples of every picture, since reading one is dear."""
    made = []
    for path in files:
        image, labels = load(path)
        made += [EXAMPLES[name](rng, image, labels) for _ in range(each)]
    return torch.from_numpy(np.stack([e.image for e in made])), torch.from_numpy(np.stack([e.target for e in made]))


def evaluate(name: str, model: nn.Module, files: list[Path]) -> str:
    """A line of figures on pictures kept apart."""
    model.eval()
    rng = np.random.default_rng(0)
    losses, wrong, total, hidden_wrong, hidden = [], 0.0, 0.0, 0.0, 0.0
    with torch.no_grad():
        for start in range(0, len(files), 8):
            x, y = batch(name, rng, files[start : start + 8])
            answer = model(x)
            losses.append(float((stones_loss if name == "stones" else heat_loss)(answer, y)))
            if name == "stones":
                miss = (answer[:, :3].argmax(1) != y[:, 0].long()).float() * y[:, 4]
                wrong, total = wrong + float(miss.sum()), total + float(y[:, 4].sum())
                hide = ((answer[:, 3] > 0) != (y[:, 1] > 0.5)).float() * y[:, 5]
                hidden_wrong, hidden = hidden_wrong + float(hide.sum()), hidden + float(y[:, 5].sum())
    model.train()
    line = f"val loss {np.mean(losses):.4f}"
    if name == "stones":
        line += f", points wrong {wrong / total:.4%}, covered wrong {hidden_wrong / hidden:.4%}"
    return line


def export(name: str, model: nn.Module, path: Path) -> None:
    """Write the network as ONNX (opset 13, fixed input size, batch norm folded)."""
    model.eval()
    side = SIDES[name]
    path.parent.mkdir(parents=True, exist_ok=True)
    example = torch.zeros(1, 3, side, side)
    torch.onnx.export(
        model,
        (example,),
        str(path),
        input_names=["picture"],
        output_names=["planes"],
        # Boards of more than 19 lines are shown to the stones' network in larger pictures.
        dynamic_axes={"picture": {2: "height", 3: "width"}, "planes": {2: "rows", 3: "columns"}},
        opset_version=13,
        dynamo=False,
    )
    model.train()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", choices=sorted(NETWORKS))
    parser.add_argument("data", type=Path)
    parser.add_argument("--val", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=45)
    parser.add_argument("--batch", type=int, default=8)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("vision/weights"))
    parser.add_argument("--start", type=Path, help="a .pt file to go on from")
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    cv2.setNumThreads(args.threads)
    torch.manual_seed(args.seed)
    rng = np.random.default_rng(args.seed)
    model: nn.Module = NETWORKS[args.name]()
    model = model.to(memory_format=torch.channels_last)
    if args.start:
        model.load_state_dict(torch.load(args.start))
    held = sorted(p for p in args.val.glob("*.png") if p.with_suffix(".npz").exists())
    optimiser = torch.optim.AdamW(model.parameters(), lr=args.rate, weight_decay=1e-4)
    average = torch.optim.swa_utils.AveragedModel(
        model, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.998), use_buffers=True
    )
    log = Path(__file__).parent / "logs" / f"{args.name}.log"
    log.parent.mkdir(exist_ok=True)
    started = time.perf_counter()
    step, recent, told = 0, [], started
    files: list[Path] = []
    loss_of = stones_loss if args.name == "stones" else heat_loss
    # Where somebody's folders lie is nobody's business: their names will do.
    options = {name: value.name if isinstance(value, Path) else value for name, value in vars(args).items()}
    with log.open("a") as out:
        print(
            f"# {args.name}: {sum(p.numel() for p in model.parameters())} weights, {options}",
            file=out,
            flush=True,
        )
        while (spent := (time.perf_counter() - started) / 60) < args.minutes:
            if len(files) < args.batch:  # pictures that came meanwhile join in
                known = [p for p in args.data.glob("*.png") if p.with_suffix(".npz").exists()]
                files = [known[i] for i in rng.permutation(len(known))]
            rate = (
                args.rate
                * (0.01 + 0.99 * (1 + math.cos(math.pi * spent / args.minutes)) / 2)
                * min(1, (step + 1) / 100)
            )
            for group in optimiser.param_groups:
                group["lr"] = rate
            taken, files = files[: args.batch // 2], files[args.batch // 2 :]
            try:
                x, y = batch(args.name, rng, taken, 2)
            except (OSError, ValueError, AttributeError, EOFError):
                continue  # a picture that is being written this moment
            # Half precision and channels last: twice as fast on processors that have bfloat16.
            with torch.autocast("cpu", dtype=torch.bfloat16):
                answer = model(x.contiguous(memory_format=torch.channels_last))
            loss = loss_of(answer.float(), y)
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 5.0)
            optimiser.step()
            average.update_parameters(model)
            step += 1
            recent.append(float(loss))
            if time.perf_counter() - told > 240:
                told = time.perf_counter()
                figures = evaluate(args.name, average.module, held)
                line = f"{spent:.1f} min, step {step}, rate {rate:.1e}, loss {np.mean(recent):.4f}, {figures}"
                print(line, file=out, flush=True)
                recent = []
                export(args.name, average.module, args.out / f"{args.name}.onnx")
                torch.save(average.module.state_dict(), args.data / f"{args.name}.pt")
        print(f"end: step {step}, {evaluate(args.name, average.module, held)}", file=out, flush=True)
    export(args.name, average.module, args.out / f"{args.name}.onnx")
    torch.save(average.module.state_dict(), args.data / f"{args.name}.pt")


if __name__ == "__main__":
    main()
